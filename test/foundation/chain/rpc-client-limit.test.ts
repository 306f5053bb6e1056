import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import { openRpc } from "../../open-server.js";
import { rejected } from "../../rejection.js";

const real = globalThis.setTimeout;

describe("RpcClient without a time limit of its own", () => {
  afterEach(() => {
    globalThis.setTimeout = real;
  });

  it("waits 20 seconds for an answer", async () => {
    let count = 0;
    await using server = await openRpc(async ({ id }) => {
      if (++count > 1) await new Promise(() => {});
      return { id, result: "0x1" };
    });
    const client = new RpcClient(server.url, { attempts: 1 });
    await client.request({ method: "eth_chainId" });
    const soon = (act: () => void, wait: number) => real(act, wait === 20_000 ? 50 : wait);
    globalThis.setTimeout = soon as typeof setTimeout;
    await rejected(client.request({ method: "eth_chainId" }), "within 20 s");
  });
});
