import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";

import { expect } from "chai";
import { WebSocketServer, type WebSocket } from "ws";

import { RpcClient, type RpcClientOptions } from "../../../src/foundation/chain/rpc-client.js";
import { freePort } from "../../free-port.js";
import { rejection } from "../../rejection.js";

const QUICK: RpcClientOptions = { timeout: 20_000, attempts: 4, backoff: 5 };
const chainId = { method: "eth_chainId" };

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What a server received over its sockets. */
interface Seen {
  readonly messages: (Request | Request[])[];
  connections: number;
  readonly headers: (string | undefined)[];
}

type Answer = (message: Request | Request[], socket: WebSocket, seen: Seen) => void;

/** Returns the first parameter, or else the method. */
const resultFor = ({ id, method, params }: Request) => ({
  jsonrpc: "2.0",
  id,
  result: params[0] ?? method,
});

const good: Answer = (message, socket) => {
  const answer = Array.isArray(message) ? message.map(resultFor).reverse() : resultFor(message);
  socket.send(JSON.stringify(answer));
};

async function against(
  answer: Answer,
  run: (url: string, seen: Seen) => Promise<void>,
): Promise<void> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const seen: Seen = { messages: [], connections: 0, headers: [] };
  server.on("connection", (socket, request) => {
    seen.connections++;
    seen.headers.push(request.headers.authorization);
    socket.on("error", () => {});
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Request | Request[];
      seen.messages.push(message);
      answer(message, socket, seen);
    });
  });
  try {
    await run(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, seen);
  } finally {
    for (const socket of server.clients) socket.terminate();
    server.close();
  }
}

/** Runs with a web server that refuses WebSockets. */
async function refusing(
  status: number,
  body: string,
  run: (url: string, count: () => number) => Promise<void>,
): Promise<void> {
  let count = 0;
  const server: Server = createServer();
  server.on("upgrade", (_request, socket) => {
    count++;
    socket.end(
      `HTTP/1.1 ${status} No\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await run(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, () => count);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("RpcClient over a WebSocket", () => {
  it("matches answers by id over one connection, in whatever order they arrive", async () => {
    const held: string[] = [];
    const answer: Answer = (message, socket) => {
      if (Array.isArray(message)) return good(message, socket, {} as Seen);
      held.push(JSON.stringify(resultFor(message)));
      if (held.length < 3) return;
      socket.send('{"jsonrpc":"2.0","method":"eth_subscription","params":{"result":"0x9"}}');
      socket.send('{"jsonrpc":"2.0","id":424242,"result":"late"}');
      for (const text of held.reverse()) socket.send(text);
    };
    await against(answer, async (url, seen) => {
      const client = new RpcClient(url, QUICK);
      const asked = ["a", "b", "c"].map((word) =>
        client.request({ method: "debug_echo", params: [word] }),
      );
      expect(await Promise.all(asked)).to.deep.equal(["a", "b", "c"]);
      expect(seen.connections).to.equal(1);
    });
  });

  it("sends concurrent reads in one batch, whose answers arrive in another order", async () => {
    await against(good, async (url, seen) => {
      const client = new RpcClient(url, QUICK);
      const asked = ["a", "b", "c"].map((word) =>
        client.request({ method: "eth_getCode", params: [word] }),
      );
      expect(await Promise.all(asked)).to.deep.equal(["a", "b", "c"]);
      expect(seen.messages).to.have.length(1);
      expect(seen.messages[0]).to.have.length(3);
    });
  });

  it("sends requests one by one if a batch is refused with an answer without an id", async () => {
    const answer: Answer = (message, socket, seen) => {
      if (!Array.isArray(message)) return good(message, socket, seen);
      socket.send('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}');
    };
    await against(answer, async (url) => {
      const client = new RpcClient(url, QUICK);
      const asked = ["a", "b"].map((word) =>
        client.request({ method: "eth_getCode", params: [word] }),
      );
      expect(await Promise.all(asked)).to.deep.equal(["a", "b"]);
    });
  });

  it("opens another connection if one is lost during a request, and repeats it", async () => {
    const answer: Answer = (message, socket, seen) => {
      if (seen.connections < 3) socket.terminate();
      else good(message, socket, seen);
    };
    await against(answer, async (url, seen) => {
      expect(await new RpcClient(url, QUICK).request(chainId)).to.equal("eth_chainId");
      expect(seen.connections).to.equal(3);
    });
  });

  it("opens another connection when one was closed between two requests", async () => {
    const answer: Answer = (message, socket, seen) => {
      good(message, socket, seen);
      socket.close();
    };
    await against(answer, async (url, seen) => {
      const client = new RpcClient(url, QUICK);
      for (let count = 1; count <= 3; count++) {
        expect(await client.request(chainId)).to.equal("eth_chainId");
      }
      expect(seen.connections).to.equal(3);
    });
  });

  it("gives up on a server that never answers, after a new connection for each attempt", async () => {
    await against(
      () => {},
      async (url, seen) => {
        const client = new RpcClient(url, { ...QUICK, timeout: 300 });
        const error = await rejection(client.request(chainId));
        expect(error.name).to.equal("ConnectionError");
        expect(error.message).to.include(
          `The node at ${new URL(url).host} gave no answer to eth_chainId in 3 attempts: no answer within 0.3 s.`,
        );
        expect(seen.connections).to.equal(3);
      },
    );
  });

  it("keeps the connection if one answer is late and others arrive", async () => {
    const answer: Answer = (message, socket, seen) => {
      if (!Array.isArray(message) && message.method === "debug_slow" && seen.messages.length < 3) {
        return;
      }
      good(message, socket, seen);
    };
    await against(answer, async (url, seen) => {
      const client = new RpcClient(url, { ...QUICK, timeout: 300 });
      const slow = client.request({ method: "debug_slow" });
      for (let count = 0; count < 2; count++) await client.request({ method: "debug_quick" });
      expect(await slow).to.equal("debug_slow");
      expect(seen.connections).to.equal(1);
    });
  });

  it("stops at an answer above 64 MiB", async () => {
    const answer: Answer = (_message, socket) => socket.send(Buffer.alloc(65 * 1024 * 1024));
    await against(answer, async (url, seen) => {
      const client = new RpcClient(url, QUICK);
      const error = await rejection(client.request(chainId));
      expect(error.name).to.equal("ConnectionError");
      expect(error.message).to.match(
        /^The node at 127\.0\.0\.1:\d+ sent an unusable answer to eth_chainId: it is longer than 64 MiB\./,
      );
      expect(seen.messages).to.have.length(1);
    });
  });

  it("says that nobody listens at an address", async () => {
    const port = await freePort();
    const client = new RpcClient(`ws://127.0.0.1:${port}/v3/0123abcd`, { ...QUICK, attempts: 2 });
    const error = await rejection(client.request(chainId));
    expect(error.message).to.include(`127.0.0.1:${port}`).and.include("nothing listens there");
    expect(inspect(error, { depth: 9 })).to.not.include("0123abcd");
  });

  it("does not retry if the server refuses access", async () => {
    await refusing(401, "who are you", async (url, count) => {
      const error = await rejection(new RpcClient(url, QUICK).request(chainId));
      expect(error.message).to.include("refuses access (HTTP 401)");
      expect(count()).to.be.at.most(2);
    });
  });

  it("takes a web server without WebSockets for a wrong address", async () => {
    await refusing(405, "<html>", async (url) => {
      const error = await rejection(new RpcClient(url, QUICK).request(chainId));
      expect(error.message).to.equal(
        `There is no JSON-RPC at ${new URL(url).host} (HTTP 405). Check the provider's URL.`,
      );
    });
  });

  it("retries if the server limits requests", async () => {
    await refusing(429, "slow down", async (url, count) => {
      const error = await rejection(new RpcClient(url, QUICK).request(chainId));
      expect(error.message).to.include("it answered HTTP 429. Wait, or use another node");
      expect(count()).to.equal(4);
    });
  });

  it("reports code and data of a node's error, and does not retry", async () => {
    const answer: Answer = (message, socket) => {
      const [{ id }] = [message].flat() as [Request];
      const error = { code: 3, message: "execution reverted", data: "0x08c379a0" };
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, error }));
    };
    await against(answer, async (url, seen) => {
      const error = await rejection(new RpcClient(url, QUICK).request(chainId));
      expect(error).to.include({ name: "RpcError", code: 3, data: "0x08c379a0" });
      expect(seen.messages).to.have.length(1);
    });
  });

  it("ends soon after an interruption, even while waiting for an answer", async () => {
    const interruption = new AbortController();
    await against(
      () => interruption.abort(),
      async (url) => {
        const client = new RpcClient(url, { timeout: 60_000, signal: interruption.signal });
        const start = performance.now();
        expect((await rejection(client.request(chainId))).name).to.equal("AbortError");
        expect(performance.now() - start).to.be.below(5_000);
      },
    );
  });

  it("sends user and password as a header, and shows neither them nor the path", async () => {
    await against(good, async (url, seen) => {
      const { host } = new URL(url);
      const client = new RpcClient(`ws://me:s%20cret@${host}/v3/0123abcd?key=wxyz#part`, QUICK);
      await client.request(chainId);
      expect(seen.headers).to.deep.equal([`Basic ${Buffer.from("me:s cret").toString("base64")}`]);
      const shown = inspect(client, { depth: 9 });
      for (const secret of ["s%20cret", "s cret", "0123abcd", "wxyz"]) {
        expect(shown).to.not.include(secret);
      }
    });
  });

  it("knows whether the node is on this machine", () => {
    expect(new RpcClient("ws://localhost:8545").isRemote).to.equal(false);
    expect(new RpcClient("wss://node.example").isRemote).to.equal(true);
  });
});
