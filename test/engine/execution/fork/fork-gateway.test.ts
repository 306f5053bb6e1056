import { expect } from "chai";

import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { RpcError } from "../../../../src/foundation/chain/rpc-error.js";
import { ForkGateway } from "../../../../src/engine/execution/fork/fork-gateway.js";
import { rejection } from "../../../rejection.js";
import { itWith } from "../../../it-with.js";
import { closing } from "../../../closing.js";

/** Runs with a gateway to a provider that answers with the name of the method, or refuses with `refusal`. */
async function withGateway(
  run: (parts: {
    gateway: ForkGateway;
    asked: unknown[];
    post: (body: string, url?: string) => Promise<Response>;
  }) => Promise<void>,
  refusal?: Error,
): Promise<void> {
  const asked: unknown[] = [];
  const provider: Eip1193Provider = {
    request: async (request) => {
      asked.push(request);
      await Promise.resolve();
      if (refusal !== undefined) throw refusal;
      return `answer to ${request.method}`;
    },
  };
  await using gateway = closing(await ForkGateway.open(provider));
  const post = async (body: string, url = gateway.url) =>
    await fetch(url, { method: "POST", body });
  await run({ gateway, asked, post });
}
const it = itWith(withGateway);

const json = (id: number, method: string, params?: unknown[]) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

describe("ForkGateway", () => {
  it("forwards a request to the provider, and answers in JSON-RPC", async ({ asked, post }) => {
    const response = await post(json(7, "eth_call", [{ to: "0x1" }, "latest"]));
    expect(response.status).to.equal(200);
    expect(response.headers.get("content-type")).to.equal("application/json");
    expect(await response.json()).to.deep.equal({
      jsonrpc: "2.0",
      id: 7,
      result: "answer to eth_call",
    });
    expect(asked).to.deep.equal([{ method: "eth_call", params: [{ to: "0x1" }, "latest"] }]);
  });

  it("forwards a request without parameters with none", async ({ asked, post }) => {
    await post(json(1, "eth_chainId"));
    expect(asked).to.deep.equal([{ method: "eth_chainId", params: [] }]);
  });

  it("answers each request of a batch, in order", async ({ post }) => {
    const response = await post(`[${json(3, "eth_chainId")},${json(4, "eth_gasPrice")}]`);
    expect(await response.json()).to.deep.equal([
      { jsonrpc: "2.0", id: 3, result: "answer to eth_chainId" },
      { jsonrpc: "2.0", id: 4, result: "answer to eth_gasPrice" },
    ]);
  });

  for (const [what, refusal, error] of [
    [
      "with the node's code and words",
      new RpcError("eth_call", { code: -32005, message: "too many requests" }),
      { code: -32005, message: "eth_call: too many requests" },
    ],
    ["with the general code", new Error("no route"), { code: -32000, message: "no route" }],
  ] as const) {
    it(`passes on a refusal ${what}, and keeps it for whoever opened the fork`, async () => {
      await withGateway(async ({ gateway, post }) => {
        const response = await post(json(1, "eth_call"));
        expect(await response.json()).to.deep.equal({ jsonrpc: "2.0", id: 1, error });
        expect(gateway.refusals).to.deep.equal([refusal]);
      }, refusal);
    });
  }

  it("lets nobody use the provider without the path, which differs from gateway to gateway", async ({
    gateway,
    asked,
    post,
  }) => {
    const { origin, pathname } = new URL(gateway.url);
    expect(origin).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(pathname).to.match(/^\/[0-9a-f]{32}$/);
    for (const path of ["/", pathname.slice(0, -1), `${pathname}/`]) {
      const response = await post(json(1, "eth_chainId"), `${origin}${path}`);
      expect([response.status, await response.text()], path).to.deep.equal([400, ""]);
    }
    expect(asked).to.deep.equal([]);
    await withGateway(async ({ gateway: other }) => {
      expect(new URL(other.url).pathname).to.not.equal(pathname);
      await Promise.resolve();
    });
  });

  it("answers 400 to what is not JSON, and stays open", async ({ asked, post }) => {
    expect((await post("{")).status).to.equal(400);
    expect(asked).to.deep.equal([]);
    expect((await post(json(1, "eth_chainId"))).status).to.equal(200);
  });

  it("is not reached any more once it is closed, even by those who are connected", async ({
    gateway,
    post,
  }) => {
    await (await post(json(1, "eth_chainId"))).text();
    gateway.close();
    await rejection(post(json(2, "eth_chainId")));
  });

  it("listens on one loopback address only", async ({ gateway, asked, post }) => {
    const other = gateway.url.replace("127.0.0.1", "127.0.0.2");
    await rejection(post(json(1, "eth_chainId"), other));
    expect(asked).to.deep.equal([]);
  });

  it("ends requests that are not answered when it is closed", async () => {
    let arrived = () => {};
    const isRequested = new Promise<void>((resolve) => (arrived = resolve));
    const gateway = await ForkGateway.open({
      request: async () => {
        arrived();
        return await new Promise(() => {});
      },
    });
    const answer = fetch(gateway.url, { method: "POST", body: json(1, "eth_chainId") });
    await isRequested;
    gateway.close();
    await rejection(answer);
  });
});
