import { expect } from "chai";

import { LogSource } from "../../../../src/foundation/chain/logs/log-source.js";
import { rejection } from "../../../rejection.js";
import { EMITTER, FakeChain, FakeError, log, WORD, type FakeLog } from "./fake-chain.js";

const HEAD = 10_000;
const FILTER = { address: EMITTER, topics: [WORD] };
const OLD = Array.from({ length: 500 }, (_, index) => log(10 * index + 3));

describe("LastBlocks", () => {
  it("finds what a node behind the others leaves out of the last blocks", async () => {
    const last = [log(HEAD - 7), log(HEAD - 2), log(HEAD - 2, 1), log(HEAD)];
    for (const asked of [1, 3]) {
      const chain = new FakeChain({ head: HEAD, logs: [...OLD, ...last] });
      chain.options = {
        ...chain.options,
        before: (_count, { from }) => (from === 0 ? OLD : undefined),
      };
      let failures = 0;
      const request = chain.request.bind(chain);
      chain.request = async (call) => {
        const isByHash = JSON.stringify(call.params ?? []).includes("blockHash");
        if (isByHash && ++failures < asked) throw new FakeError("unknown block");
        return await request(call);
      };
      const logs = await new LogSource(chain, { from: 0, to: HEAD }).read(FILTER);
      expect(logs.length).to.equal(OLD.length + last.length);
    }
  });

  const many = Array.from({ length: 1001 }, (_, index) => log(HEAD, index));
  for (const [what, answer] of [
    ["more logs than the node returns at once", new FakeError("more than 1 results", -32005)],
    ["logs that it lacks", []],
    ["a thousand logs, which may not be all", many.slice(1)],
  ] as const) {
    it(`reads a last block with ${what} from its receipts`, async () => {
      expect((await withAnswer(many, answer)).length).to.equal(many.length);
    });
  }

  it("says so if the node does not know one of the last blocks", async () => {
    const reading = withAnswer([...OLD, log(HEAD)], new FakeError("unknown block"));
    const { message } = await rejection(reading);
    expect(message).to.include(`of block ${HEAD}, one of the last (unknown block)`);
    expect(message).not.to.include("archive");
  });
});

/** Reads from a node that answers this if it is asked for a block by its hash, and nothing else. */
async function withAnswer(logs: readonly FakeLog[], answer: unknown) {
  const chain = new FakeChain({ head: HEAD, logs, before: () => [] });
  const request = chain.request.bind(chain);
  chain.request = async (call) => {
    if (!JSON.stringify(call.params ?? []).includes("blockHash")) return await request(call);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return await new LogSource(chain, { from: 0, to: HEAD }).read(FILTER);
}
