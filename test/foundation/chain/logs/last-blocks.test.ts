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

  for (const answer of [new FakeError("query returned more than 1 results", -32005), []]) {
    const what =
      answer instanceof Error ? "more logs than the node returns at once" : "logs that it lacks";
    it(`reads a last block with ${what} from its receipts`, async () => {
      const reading = withAnswer([log(HEAD), log(HEAD, 1)], answer);
      expect((await reading).length).to.equal(2);
    });
  }

  for (const logsBloom of [null, undefined]) {
    it(`reads last blocks from their receipts if headers have ${logsBloom} as bloom filter`, async () => {
      const reading = withAnswer([log(HEAD), log(HEAD, 1)], [], { logsBloom });
      expect((await reading).length).to.equal(2);
    });
  }

  it("says so if the node does not know one of the last blocks", async () => {
    const reading = withAnswer([...OLD, log(HEAD)], new FakeError("unknown block"));
    const { message } = await rejection(reading);
    expect(message).to.include(`of block ${HEAD}, one of the last (unknown block)`);
    expect(message).not.to.include("archive");
  });

  it("finds all logs behind a node that silently returns the first five", async () => {
    const many = Array.from({ length: 12 }, (_, index) => log(7000, index + 1, EMITTER));
    const logs = [...OLD, ...many, log(HEAD), log(HEAD, 1)];
    const chain = new FakeChain({ head: HEAD, logs });
    const request = chain.request.bind(chain);
    chain.request = async (call) => {
      const answer = await request(call);
      return call.method === "eth_getLogs" ? (answer as readonly FakeLog[]).slice(0, 5) : answer;
    };
    const found = await new LogSource(chain, { from: 0, to: HEAD }).read(FILTER);
    expect(found.length).to.equal(logs.length);
  });
});

/** Reads from a node that answers this if it is asked for a block by its hash, and nothing else. */
async function withAnswer(logs: readonly FakeLog[], answer: unknown, header = {}) {
  const chain = new FakeChain({ head: HEAD, logs, before: () => [] });
  const request = chain.request.bind(chain);
  chain.request = async (call) => {
    if (call.method === "eth_getBlockByNumber") {
      return { ...((await request(call)) as object), ...header };
    }
    if (!JSON.stringify(call.params ?? []).includes("blockHash")) return await request(call);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return await new LogSource(chain, { from: 0, to: HEAD }).read(FILTER);
}
