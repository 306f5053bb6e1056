import { expect } from "chai";

import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import { openRpc } from "../../open-server.js";

describe("a node on this machine", () => {
  const { fetch } = globalThis;
  let fetched: string[];
  beforeEach(() => {
    fetched = [];
    globalThis.fetch = async (url) => {
      fetched.push((url as URL).href);
      return await Promise.resolve(new Response("", { status: 403 }));
    };
  });
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  it("is reached without fetch, which takes three times as long", async () => {
    await using node = await openRpc(({ id }) => ({ jsonrpc: "2.0", id, result: "0x1" }));
    expect(await new RpcClient(node.url).request({ method: "eth_chainId" })).to.equal("0x1");
    expect(fetched).to.deep.equal([]);
  });

  it("is reached by fetch if encrypted or on another protocol's port, as other machines are", async () => {
    const urls = ["https://127.0.0.1:8545/", "http://127.0.0.1:25/", "http://192.0.2.1:8545/"];
    for (const url of urls)
      await new RpcClient(url).request({ method: "eth_chainId" }).catch(() => undefined);
    expect(fetched).to.deep.equal(urls);
  });
});
