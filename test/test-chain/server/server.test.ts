import { expect } from "chai";
import { Contract, Wallet, WebSocketProvider } from "ethers";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";

import { TestChain } from "../../../fixtures/test-chain.js";
import type { MigrationResult } from "../../../src/foundation/result/result.js";
import { Answers, answerText } from "../../../src/test-chain/server/json-rpc.js";
import { answerSockets } from "../../../src/test-chain/server/web-socket.js";
import type { TestChainServer } from "../../../src/test-chain/server/server.js";
import { rejection } from "../../rejection.js";

const FIRST_KEY = "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d";

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

describe("TestChain.server", () => {
  let server: TestChainServer;
  let url: string;
  let result: MigrationResult;

  before(async () => {
    server = TestChain.server();
    const { port } = await server.listen(0);
    url = `127.0.0.1:${port}`;
    result = await server.result();
  });

  after(async () => {
    await server.close();
  });

  async function post(body: string): Promise<{ status: number; text: string }> {
    const response = await fetch(`http://${url}`, { method: "POST", body });
    return { status: response.status, text: await response.text() };
  }

  async function call(request: unknown): Promise<Answer> {
    return JSON.parse((await post(JSON.stringify(request))).text) as Answer;
  }

  it("accepts null as params", async () => {
    const answer = await call({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: null });
    expect(answer).to.deep.include({ id: 1, result: "0x7a69" });
  });

  it("limits the answer to a batch, and asks the chain for nothing beyond it", async () => {
    const large = "x".repeat(30 * 1024 * 1024);
    let asked = 0;
    const provider = { request: async () => await Promise.resolve((asked++, large)) };
    const batch = Array.from({ length: 6 }, (_, id) => ({ jsonrpc: "2.0", method: "any", id }));
    const answered = await answerText(provider, JSON.stringify(batch));
    expect(answered!.length).to.be.within(2 * large.length, 64 * 1024 * 1024);
    expect(answered!.slice(2 * large.length).match(/"code":-32005/g)).to.have.length(4);
    expect(asked).to.equal(3);
  });

  it("does not answer pages of strangers, over HTTP and WebSocket", async () => {
    const headers = { Origin: "https://evil.example", "Content-Type": "text/plain" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId" });
    const refused = await fetch(`http://${url}`, { method: "POST", headers, body });
    expect(refused.status).to.equal(403);
    expect(refused.headers.get("access-control-allow-origin")).to.equal(null);
    expect(refused.headers.get("connection"), "its body is not read").to.equal("close");
    expect(await refused.text()).to.match(
      /^The origin https:\/\/evil\.example may not use this chain/,
    );
    const socket = new WebSocket(`ws://${url}`, { headers: { Origin: "https://evil.example" } });
    const error = await new Promise<Error>((resolve) => socket.once("error", resolve));
    expect(error.message).to.include("403");
  });

  it("causes no warning with any number of WebSockets", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const sockets = Array.from({ length: 15 }, () => new WebSocket(`ws://${url}`));
    await Promise.all(sockets.map((own) => new Promise((resolve) => own.once("open", resolve))));
    await new Promise((resolve) => setImmediate(resolve));
    for (const own of sockets) own.terminate();
    process.off("warning", note);
    expect(warnings).to.deep.equal([]);
  });

  it("accepts transactions of the predecessor's accounts over a WebSocket", async () => {
    const provider = new WebSocketProvider(`ws://${url}`);
    try {
      const wallet = new Wallet(FIRST_KEY, provider);
      expect((await provider.listAccounts()).map(({ address }) => address))
        .to.have.lengthOf(10)
        .and.include(wallet.address);
      const token = new Contract(
        result.base!.DAOToken,
        [
          "function transfer(address,uint256) returns (bool)",
          "event Transfer(address indexed,address indexed,uint256)",
        ],
        wallet,
      );
      const heard = new Promise((resolve) => void token.once("Transfer", resolve));
      const sent = (await token.getFunction("transfer")(result.base!.DaoCreator, 5n)) as {
        wait(): Promise<{ status: number }>;
      };
      expect((await sent.wait()).status).to.equal(1);
      expect(await heard).to.equal(wallet.address);
    } finally {
      await provider.destroy();
    }
  });

  it("sends a WebSocket only events of its own subscriptions", async () => {
    const [one, other] = [new WebSocket(`ws://${url}`), new WebSocket(`ws://${url}`)];
    try {
      const next = (socket: WebSocket) =>
        new Promise<{ id?: unknown; method?: string; result?: unknown }>((resolve) =>
          socket.once("message", (data: Buffer) =>
            resolve(JSON.parse(data.toString()) as { id?: unknown; method?: string }),
          ),
        );
      await Promise.all([one, other].map((socket) => new Promise((r) => socket.once("open", r))));
      const subscribed = next(one);
      one.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}');
      const { id, result: subscription } = await subscribed;
      expect(id).to.equal(1);
      const cancel = { jsonrpc: "2.0", id: 4, method: "eth_unsubscribe", params: [subscription] };
      const padded = { ...cancel, params: [String(subscription).replace("0x", "0x0")] };
      const refused = next(other);
      other.send(JSON.stringify(padded));
      expect([(await refused).result, (await call(cancel)).result]).to.deep.equal([false, false]);
      const head = next(one);
      const answer = next(other);
      other.send('{"jsonrpc":"2.0","id":2,"method":"evm_mine"}');
      expect((await head).method).to.equal("eth_subscription");
      // The other socket receives its answer first, so it got no event for the block.
      expect((await answer).id).to.equal(2);
      // Its end ends only subscriptions of its own.
      const closed = new Promise((resolve) => other.once("close", resolve));
      other.close();
      await closed;
      const another = next(one);
      await post('{"jsonrpc":"2.0","id":3,"method":"evm_mine"}');
      expect((await another).method).to.equal("eth_subscription");
      const cancelled = next(one);
      one.send(JSON.stringify(cancel));
      expect((await cancelled).result).to.equal(true);
    } finally {
      one.terminate();
      other.terminate();
    }
  });

  it("ends a WebSocket that reads none of its events, and keeps one that does", async () => {
    const provider = Object.assign(new EventEmitter(), {
      request: async () => await Promise.resolve("0x1"),
    });
    const http = createServer();
    const sockets = answerSockets(http, provider, new Answers(), {}, 2 ** 20);
    await once(http.listen(0, "127.0.0.1"), "listening");
    const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
    try {
      await once(client, "open");
      client.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}');
      await once(client, "message");
      const result = "x".repeat(8 * 2 ** 20);
      const large = () => provider.emit("notification", { subscription: "0x1", result });
      for (let index = 0; index < 4; index++) {
        const read = once(client, "message");
        large();
        await read;
      }
      client.pause();
      for (let index = 0; index < 4; index++) large();
      const ended = once(client, "close").then(([code]) => code as unknown);
      let unread = 4;
      const all = new Promise((resolve) => client.on("message", () => --unread || resolve("open")));
      client.resume();
      expect(await Promise.race([ended, all])).to.equal(1006);
    } finally {
      client.terminate();
      sockets.end();
      http.close();
    }
  });

  it("answers batches in order, and no notifications", async () => {
    const { text } = await post(
      JSON.stringify([
        { jsonrpc: "2.0", id: "a", method: "eth_chainId" },
        { jsonrpc: "2.0", method: "evm_mine" },
        { jsonrpc: "2.0", id: "b", method: "net_version" },
      ]),
    );
    expect(JSON.parse(text)).to.deep.equal([
      { jsonrpc: "2.0", id: "a", result: "0x7a69" },
      { jsonrpc: "2.0", id: "b", result: "31337" },
    ]);
    expect(await post('{"jsonrpc":"2.0","method":"eth_chainId"}')).to.deep.equal({
      status: 204,
      text: "",
    });
  });

  const wrong: [string, string, number][] = [
    ["text that is not JSON", "{oops", -32700],
    ["an empty body", "", -32700],
    ["an empty batch", "[]", -32600],
    ["a number", "3", -32600],
    ["null", "null", -32600],
    ["a request without a method", '{"id":1}', -32600],
    ["params that are not an array", '{"id":1,"method":"eth_chainId","params":{}}', -32600],
    ["an id that is a switch", '{"id":true,"method":"eth_chainId"}', -32600],
    [
      "a subscription that gets no events over HTTP",
      '{"id":1,"method":"eth_subscribe","params":["newHeads"]}',
      -32000,
    ],
    [
      "params that are nested too deeply",
      `{"id":1,"method":"eth_call","params":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      -32600,
    ],
    ["an unknown method", '{"id":1,"method":"eth_nonsense"}', -32004],
    ["invalid params", '{"id":1,"method":"eth_getBalance","params":["x"]}', -32602],
  ];
  for (const [what, body, code] of wrong) {
    it(`answers ${what} with code ${code} and continues`, async () => {
      const { status, text } = await post(body);
      expect(status).to.equal(200);
      const { error } = JSON.parse(text) as Answer;
      expect(error?.code, text).to.equal(code);
      // Same as Hardhat's node.
      expect(error?.data).to.deep.include({ message: error?.message });
      expect((await call({ id: 1, method: "eth_chainId" })).result).to.equal("0x7a69");
    });
  }

  it("answers a revert like geth: code 3 and the returned data", async () => {
    // mint(address,uint256) of the DAO's token, which only the controller may call.
    const data = `0x40c10f19${"0".repeat(24)}${result.dao!.Avatar.slice(2)}${"0".repeat(63)}1`;
    const { error } = await call({
      id: 1,
      method: "eth_call",
      params: [{ to: result.dao!.NativeToken, data }, "latest"],
    });
    expect(error?.code).to.equal(3);
    expect(error?.data).to.match(/^0x/);
  });

  it("takes a body of 4 MB, refuses one above its limit, and continues", async () => {
    const large = await post(`{"id":1,"method":"eth_chainId"}${" ".repeat(4 * 1024 * 1024)}`);
    expect(JSON.parse(large.text)).to.include({ result: "0x7a69" });
    const refused = await fetch(`http://${url}`, {
      method: "POST",
      body: Buffer.alloc(65 * 1024 * 1024, " "),
    }).then(
      ({ status }) => status,
      () => "connection ended",
    );
    expect(refused).to.be.oneOf([413, "connection ended"]);
    expect((await call({ id: 1, method: "eth_chainId" })).result).to.equal("0x7a69");
  });

  it("answers web pages of any origin", async () => {
    const preflight = await fetch(`http://${url}`, { method: "OPTIONS" });
    expect(preflight.status).to.equal(204);
    expect(preflight.headers.get("access-control-allow-origin")).to.equal("*");
    expect(preflight.headers.get("access-control-allow-headers")).to.equal("*");
    expect((await fetch(`http://${url}`)).status).to.equal(405);
  });

  it("says that the port is in use, and can then use another", async () => {
    await using second = TestChain.server({ demo: false });
    const error = await rejection(second.listen(server.address()!.port));
    expect(error.message).to.match(/another program uses the port.*Use another port/s);
    expect(second.address()).to.equal(null);
    expect((await second.listen(0)).port).to.be.greaterThan(0);
    expect((await rejection(second.listen(0))).message).to.contain("already listening");
  });

  it("calls back as ganache does, with the error or without one", async () => {
    await using own = TestChain.server({ demo: false });
    const { port } = server.address()!;
    const called = await new Promise<Error | null>((resolve) => void own.listen(port, resolve));
    expect(called?.message).to.contain("another program uses the port");
    expect(await new Promise((resolve) => void own.listen(0, "127.0.0.1", resolve))).to.equal(null);
    expect(own.address()!.port).to.be.greaterThan(0);
  });
});
