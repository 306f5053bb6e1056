import { expect } from "chai";
import { id } from "ethers";

import { LogSource } from "../../../../src/foundation/chain/logs/log-source.js";
import { ConnectionError } from "../../../../src/foundation/chain/rpc-error.js";
import { rejected, rejection } from "../../../rejection.js";
import { EMITTER, FakeChain, log, WORD } from "./fake-chain.js";

const HEAD = 1_000;
const FILTER = { address: EMITTER, topics: [WORD] };

describe("whether a node serves logs", () => {
  for (const [what, empty] of [
    ["old", (from: number) => from < 500],
    ["new", (from: number) => from >= 800],
  ] as const) {
    it(`reports that a node has no logs of ${what} blocks although it answers with an empty list`, async () => {
      const logs = Array.from({ length: HEAD + 1 }, (_, block) => log(block));
      const before = (_: number, { from }: { from: number }) => (empty(from) ? [] : undefined);
      const chain = new FakeChain({ head: HEAD, logs, before });
      const source = new LogSource(chain, { from: 0, to: HEAD });
      await rejected(source.read(FILTER), "returns no logs for block", "archive node");
    });
  }

  it("stops at the first block whose logs it does not get an answer for", async () => {
    const logs = Array.from({ length: HEAD + 1 }, (_, block) => log(block));
    const before = () => {
      throw new ConnectionError("no answer to eth_getLogs in 8 attempts: HTTP 503.");
    };
    const chain = new FakeChain({ head: HEAD, logs, before });
    const { message } = await rejection(new LogSource(chain, { from: 0, to: HEAD }).read(FILTER));
    expect(message).to.match(/logs of one block, 0, .* \(no answer .*503\)\. Run the same command/);
    expect(chain.asked.length).to.equal(1);
  });

  it("does not blame a node for headers that announce logs if there are none", async () => {
    const chain = new FakeChain({ head: HEAD, logs: [] });
    const request = chain.request.bind(chain);
    chain.request = async (call) => {
      const answer = await request(call);
      if (call.method !== "eth_getBlockByNumber") return answer;
      return { ...(answer as object), logsBloom: "0xff", transactions: [id("a"), id("b")] };
    };
    const source = new LogSource(chain, { from: 0, to: HEAD });
    expect(await source.read(FILTER)).to.deep.equal([]);
  });
});
