import { expect } from "chai";
import { toQuantity } from "ethers";
import fc from "fast-check";

import { readLogs } from "../../../../src/foundation/chain/logs/read-logs.js";
import { RpcClient } from "../../../../src/foundation/chain/rpc-client.js";
import { ConnectionError } from "../../../../src/foundation/chain/rpc-error.js";
import { InterruptionError } from "../../../../src/foundation/support/errors.js";
import { rejection } from "../../../rejection.js";
import { EMITTER, FakeChain, FakeError, log, serve, WORD, type FakeOptions } from "./fake-chain.js";

const places = (logs: readonly { blockNumber: unknown; logIndex: unknown }[]): string[] =>
  logs.map(({ blockNumber, logIndex }) => `${Number(blockNumber)}/${Number(logIndex)}`);

/** Every tenth block has a log. */
const sparse = (head: number) =>
  Array.from({ length: Math.floor(head / 10) }, (_, index) => log(10 * index + 3));

async function read(options: FakeOptions, more: Parameters<typeof readLogs>[2] = {}) {
  const chain = new FakeChain(options);
  const query = { address: EMITTER, topics: [WORD], fromBlock: 0, toBlock: options.head };
  const logs = await readLogs(chain, query, more);
  return { chain, logs };
}

describe("readLogs", () => {
  it("neither loses nor repeats a log, whatever a node's limits and wherever the logs are", async () => {
    const limits = fc.record({
      head: fc.nat(3000),
      mostBlocks: fc.option(fc.integer({ min: 1, max: 4000 }), { nil: undefined }),
      hinted: fc.boolean(),
      // Fewer than the logs of one block, too.
      mostLogs: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
      atOnce: fc.integer({ min: 1, max: 9 }),
      blocks: fc.array(fc.tuple(fc.nat(3000), fc.integer({ min: 1, max: 4 })), { maxLength: 200 }),
      from: fc.nat(3000),
    });
    await fc.assert(
      fc.asyncProperty(limits, async (each) => {
        const { head, mostBlocks, mostLogs, atOnce, hinted } = each;
        const counts = new Map(each.blocks.filter(([block]) => block <= head));
        const logs = [...counts]
          .sort(([a], [b]) => a - b)
          .flatMap(([block, count]) =>
            Array.from({ length: count }, (_, index) => log(block, index)),
          );
        const chain = new FakeChain({
          head,
          logs,
          ...(mostBlocks !== undefined && { mostBlocks }),
          ...(hinted && { blocksWords: `range exceeds limit of ${mostBlocks}` }),
          ...(mostLogs !== undefined && { mostLogs }),
        });
        const fromBlock = Math.min(each.from, head);
        const query = { address: EMITTER, fromBlock, toBlock: head };
        const found = await readLogs(chain, query, { atOnce });
        const wanted = logs.filter(({ blockNumber }) => Number(blockNumber) >= fromBlock);
        expect(places(found)).to.deep.equal(places(wanted));
        expect(chain.mostUnderway).to.be.at.most(atOnce);
      }),
      { numRuns: 150 },
    );
  });

  it("sends one request if a node accepts the whole range", async () => {
    const { chain, logs } = await read({ head: 10_000_000, logs: sparse(1000) });
    expect(places(logs)).to.deep.equal(places(sparse(1000)));
    expect(chain.asked).to.deep.equal([{ from: 0, to: 10_000_000 }]);
    expect(logs[0]).to.include({ address: EMITTER, blockNumber: 3, logIndex: 0 });
  });

  it("trusts the limit that a node names, and remembers it", async () => {
    const options = {
      head: 99_999,
      logs: sparse(9_999),
      mostBlocks: 2000,
      blocksWords: "block range 100000 exceeds the limit of 2000",
    };
    const { chain, logs } = await read(options);
    expect(logs.length).to.equal(999);
    expect(chain.asked.length).to.equal(1 + 50);
    await readLogs(chain, { address: EMITTER, fromBlock: 0, toBlock: 99_999 });
    expect(chain.asked.length).to.equal(1 + 50 + 50);
  });

  it("finds an unnamed limit with few requests", async () => {
    const head = 19_999_999;
    const { chain } = await read({ head, logs: sparse(1000), mostBlocks: 10_000 });
    expect(chain.asked.length).to.be.within(head / 10_000, (head / 10_000) * 1.2);
  });

  it("halves ranges only where there are many logs", async () => {
    const dense = Array.from({ length: 900 }, (_, index) => log(5000 + index));
    const { chain, logs } = await read({ head: 1_000_000, logs: dense, mostLogs: 100 });
    expect(places(logs)).to.deep.equal(places(dense));
    expect(chain.asked.length).to.be.at.most(70);
  });

  it("takes more logs in one answer than a call takes arguments", async () => {
    const [one] = [log(5)];
    const logs = Array.from({ length: 150_001 }, (_, index) => ({
      ...one,
      logIndex: toQuantity(index),
    }));
    const checks = { upTo: 100, left: 1 };
    const { chain, logs: found } = await read({ head: 10, logs }, { checks });
    expect(found).to.have.length(150_001);
    expect(chain.asked).to.deep.equal([
      { from: 0, to: 10 },
      { from: 6, to: 10 },
    ]);
  });

  it("does not take an answer with a round number of logs as complete", async () => {
    const logs = Array.from({ length: 2500 }, (_, index) => log(index));
    const chain = new FakeChain({ head: 2500, logs });
    const cut = {
      request: async (call: { method: string; params?: unknown[] }) =>
        ((await chain.request(call)) as unknown[]).slice(0, 1000),
    };
    const found = await readLogs(cut, { address: EMITTER, fromBlock: 0, toBlock: 2500 });
    expect(places(found)).to.deep.equal(places(logs));
  });

  it("does not take an answer as empty that is not a list or was not requested", async () => {
    const other = `0x${"0a".repeat(20)}`;
    const wrong: readonly unknown[] = [
      null,
      {},
      "0x",
      [log(101)],
      [log(5, 0, other)],
      [{ ...log(5), topics: [] }],
      [{ ...log(5), topics: [log(6).transactionHash] }],
      [{ ...log(5), logIndex: null }],
      [{ ...log(5), data: "0x1" }],
      [log(5), log(5)],
    ];
    for (const answer of wrong) {
      const error = await rejection(read({ head: 100, logs: [], before: () => answer }));
      expect(error.message).to.include("eth_getLogs cannot be used");
    }
  });

  it("reports that logs are pruned, also if the node first finds too many", async () => {
    const before = (_: number, { from, to }: { from: number; to: number }) => {
      if (to - from > 100) throw new FakeError("query timeout exceeded");
      if (from < 500) throw new FakeError("pruned history unavailable", 4444);
    };
    const { message } = await rejection(read({ head: 1000, logs: [], before }));
    expect(message).to.match(/does not have the logs of blocks 0 to .*archive node/);
  });

  it("passes on other errors at once, and the refusal of a single block", async () => {
    const refuse = (message: string) => () => {
      throw new FakeError(message);
    };
    const other = new FakeChain({ head: 1000, logs: [], before: refuse("no such method") });
    const query = { fromBlock: 0, toBlock: 1000 };
    expect((await rejection(readLogs(other, query))).message).to.equal("no such method");
    expect(other.asked.length).to.equal(1);
    const never = new FakeChain({
      head: 1000,
      logs: [],
      before: refuse("block range is too wide"),
    });
    expect((await rejection(readLogs(never, query))).message).to.equal("block range is too wide");
    expect(never.asked.length).to.be.at.most(12);
  });

  it("finds the words of a refusal in an error's data, or in its cause", async () => {
    const words = { payload: "range 1001 is bigger than range limit 500" };
    for (const error of [
      Object.assign(new Error("invalid params"), { code: -32602, data: words }),
      new Error("could not coalesce error", { cause: new Error(words.payload) }),
    ]) {
      const before = (_: number, { from, to }: { from: number; to: number }) => {
        if (to - from >= 500) throw error;
      };
      const { chain, logs } = await read({ head: 1000, logs: sparse(1000), before });
      expect(places(logs)).to.deep.equal(places(sparse(1000)));
      expect(chain.asked.length).to.equal(4);
    }
  });

  it("tries smaller ranges on a node that does not answer, but not forever", async () => {
    const lost = new ConnectionError("no answer to eth_getLogs in 8 attempts: HTTP 504");
    const late = (most: number) => (_: number, range: { from: number; to: number }) => {
      if (range.to - range.from >= most) throw lost;
    };
    const { logs } = await read({ head: 1000, logs: sparse(1000), before: late(200) });
    expect(places(logs)).to.deep.equal(places(sparse(1000)));
    // Only ranges without logs are fast.
    const slow = new FakeChain({ head: 1_000_000, logs: [], before: late(1) });
    const query = { fromBlock: 0, toBlock: 1_000_000 };
    expect(await rejection(readLogs(slow, query, { atOnce: 1 }))).to.equal(lost);
    expect(slow.asked.length).to.equal(4 + 1);
  });

  for (const [what, failure] of [
    ["finds too many logs", new FakeError("query returned more than 10000 results", -32005)],
    ["takes too long", new FakeError("query timeout exceeded")],
    ["does not answer", new ConnectionError("no answer within 20 s")],
  ] as const) {
    it(`soon stops, and says why, if a node always ${what}`, async () => {
      const before = () => {
        throw failure;
      };
      const chain = new FakeChain({ head: 20_000_000, logs: [], before });
      const { message } = await rejection(
        readLogs(chain, { address: EMITTER, fromBlock: 0, toBlock: 20_000_000 }),
      );
      expect(message).to.equal(
        `The node does not even return the logs of one block, 0, which have to be read (${failure.message}). ` +
          "Run the same command again, or use another node.",
      );
      expect(chain.asked.length).to.be.equal(2);
    });
  }

  it("stops as soon if it no longer answers, but reads any number of full blocks", async () => {
    const logs = Array.from({ length: 200 }, (_, index) => log(Math.floor(index / 2), index % 2));
    for (const [working, isRead] of [
      [Infinity, true],
      [50, false],
    ] as const) {
      const before = (count: number) => {
        if (count > working) throw new FakeError("query timeout exceeded");
      };
      const options = { head: 99, logs, mostLogs: 1, before };
      const chain = new FakeChain(options);
      const reading = readLogs(chain, { address: EMITTER, fromBlock: 0, toBlock: 99 });
      if (isRead) expect(places(await reading)).to.deep.equal(places(logs));
      else expect((await rejection(reading)).message).to.include("not even return the logs");
    }
  });

  it("keeps reading over HTTP if a node sometimes fails and limits requests", async () => {
    const before = (count: number) => {
      if (count % 7 === 0) throw new FakeError("internal error");
      if (count % 11 === 0) throw new FakeError("Too Many Requests", 429);
    };
    const logs = sparse(6000);
    const chain = new FakeChain({ head: 6000, logs, mostBlocks: 500, mostLogs: 40, before });
    const { url, close } = await serve(chain);
    try {
      const client = new RpcClient(url, { backoff: 2 });
      const found = await readLogs(client, { address: EMITTER, fromBlock: 0, toBlock: 6000 });
      expect(places(found)).to.deep.equal(places(logs));
    } finally {
      await close();
    }
  });

  it("does not repeat a request over HTTP that was refused for its size", async () => {
    const words = "query timeout exceeded";
    const chain = new FakeChain({ head: 999, logs: sparse(999), mostLogs: 50, logsWords: words });
    const { url, close } = await serve(chain);
    try {
      const client = new RpcClient(url, { backoff: 60_000 });
      const found = await readLogs(client, { address: EMITTER, fromBlock: 0, toBlock: 999 });
      expect(found.length).to.equal(99);
      expect(chain.asked.length).to.equal(3 + 1);
    } finally {
      await close();
    }
  });

  it("reports progress, and stops when aborted", async () => {
    const told: number[] = [];
    const options = {
      head: 9999,
      logs: [],
      mostBlocks: 1000,
      blocksWords: "limited to 1000 blocks",
    };
    await read(options, { atOnce: 2, onProgress: (done, all) => told.push(done, all) });
    expect(told.filter((_, index) => index % 2 === 0)).to.deep.equal(
      Array.from({ length: 10 }, (_, index) => 1000 * (index + 1)),
    );
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    const chain = new FakeChain(options);
    const query = { fromBlock: 0, toBlock: 9999 };
    const stopped = readLogs(chain, query, { atOnce: 1, signal: stop.signal, onProgress });
    expect(await rejection(stopped)).to.be.instanceOf(InterruptionError);
    expect(chain.asked.length).to.be.at.most(3);
  });

  it("reads nothing for an empty range", async () => {
    const chain = new FakeChain({ head: 10, logs: [] });
    expect(await readLogs(chain, { fromBlock: 11, toBlock: 10 })).to.deep.equal([]);
    expect(chain.requests).to.equal(0);
  });
});
