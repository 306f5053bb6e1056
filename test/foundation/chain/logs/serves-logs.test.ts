import { expect } from "chai";
import { id } from "ethers";

import { LogSource } from "../../../../src/foundation/chain/logs/log-source.js";
import { rejection } from "../../../rejection.js";
import { EMITTER, FakeChain, log, WORD } from "./fake-chain.js";

const HEAD = 10_000;
const FILTER = { address: EMITTER, topics: [WORD] };

describe("whether a node serves logs", () => {
  for (const [what, empty] of [
    ["old", (from: number) => from < 5_000],
    ["new", (from: number) => from >= 8_000],
  ] as const) {
    it(`reports that a node has no logs of ${what} blocks although it answers with an empty list`, async () => {
      const logs = Array.from({ length: HEAD + 1 }, (_, block) => log(block));
      const before = (_: number, { from }: { from: number }) => (empty(from) ? [] : undefined);
      const chain = new FakeChain({ head: HEAD, logs, before });
      const source = new LogSource(chain, { from: 0, to: HEAD });
      const error = await rejection(source.read(FILTER));
      expect(error.message).to.include("returns no logs for block").and.include("archive node");
    });
  }

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
