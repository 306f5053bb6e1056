import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { getAddress, id } from "ethers";

import { LogSource } from "../../../../src/foundation/chain/logs/log-source.js";
import { InterruptionError } from "../../../../src/foundation/support/errors.js";
import { rejection } from "../../../rejection.js";
import { itInFolder as it } from "../../../temporary-folder.js";
import { EMITTER, FakeChain, FakeError, log, WORD, type FakeLog } from "./fake-chain.js";

const HEAD = 10_000;
const FINAL = 9_000;
const FILTER = { address: EMITTER, topics: [WORD] };
const LOGS = Array.from({ length: HEAD / 10 }, (_, index) => log(10 * index + 3));
const LIMIT = { mostBlocks: 1000, blocksWords: "limited to 1000 blocks" };

const chainWith = (logs: readonly FakeLog[] = LOGS, finalized: number | undefined = FINAL) =>
  new FakeChain({ head: HEAD, logs, ...LIMIT, ...(finalized !== undefined && { finalized }) });

async function look(chain: FakeChain, cacheDir: string, to = HEAD) {
  const before = chain.asked.length;
  const stateDir = join(cacheDir, "state");
  const source = new LogSource(chain, { from: 0, to }, { cacheDir, stateDir });
  const logs = await source.read(FILTER);
  await source.keep(true);
  const asked = chain.asked.slice(before).filter((range) => range.from !== range.to);
  return { blocks: logs.map(({ blockNumber }) => blockNumber), logs, asked };
}

async function fileIn(cacheDir: string): Promise<string> {
  const folder = join(cacheDir, "logs-2");
  const names = await readdir(folder);
  expect(names.length).to.equal(1);
  return join(folder, names[0]!);
}

const blocksOf = (logs: readonly FakeLog[], to = HEAD) =>
  logs.map(({ blockNumber }) => Number(blockNumber)).filter((block) => block <= to);

describe("LogSource", () => {
  it("reads final blocks from the node once, and the others each time", async (cacheDir) => {
    const first = await look(chainWith(), cacheDir);
    expect(first.blocks).to.deep.equal(blocksOf(LOGS));
    expect(first.asked.length).to.be.greaterThan(10);
    const again = await look(chainWith(), cacheDir);
    expect(again.logs).to.deep.equal(first.logs);
    expect(again.asked).to.deep.equal([{ from: FINAL + 1, to: HEAD }]);
    // Meanwhile, more blocks became final.
    const later = chainWith(LOGS, 9_900);
    expect((await look(later, cacheDir)).blocks).to.deep.equal(blocksOf(LOGS));
    expect((await look(chainWith(LOGS, 9_900), cacheDir, 5_000)).blocks).to.deep.equal(
      blocksOf(LOGS, 5_000),
    );
  });

  it("caches nothing from a chain without final blocks, and no blocks that are not final", async (cacheDir) => {
    const chain = chainWith();
    chain.options = { head: HEAD, logs: LOGS, ...LIMIT };
    await look(chain, cacheDir);
    expect(await readdir(cacheDir)).to.deep.equal([]);
    await look(chainWith(), cacheDir);
    // The next chain has different logs after the final block.
    const others = [...LOGS.filter((_, index) => index < FINAL / 10), log(9_500)];
    expect((await look(chainWith(others), cacheDir)).blocks).to.deep.equal(blocksOf(others));
  });

  it("ignores a file of another chain with the same ID", async (cacheDir) => {
    await look(chainWith(), cacheDir);
    const fork = chainWith([log(7)]);
    fork.fork = "another ";
    expect((await look(fork, cacheDir)).blocks).to.deep.equal([7]);
    // The same genesis block, but a different block at the end of the file.
    const other = chainWith([log(8)]);
    const request = other.request.bind(other);
    other.request = async (call) => {
      const block = (await request(call)) as { hash: string };
      const isEnd = call.method === "eth_getBlockByNumber" && Number(call.params?.[0]) === FINAL;
      return isEnd ? { ...block, hash: id("another") } : block;
    };
    expect((await look(other, cacheDir)).blocks).to.deep.equal([8]);
  });

  it("keeps logs only when told that they add up, and drops and replaces a file when told that they do not", async (cacheDir) => {
    const options = { cacheDir, stateDir: join(cacheDir, "state") };
    const open = (logs = LOGS) => new LogSource(chainWith(logs), { from: 0, to: HEAD }, options);
    await open().read(FILTER);
    expect(await readdir(cacheDir)).to.deep.equal(["state"]);
    const lacking = open(LOGS.slice(1));
    await lacking.read(FILTER);
    await lacking.keep(true);
    const believing = open();
    expect((await believing.read(FILTER)).length).to.equal(LOGS.length - 1);
    const fresh = believing.again();
    await fresh.read(FILTER);
    await fresh.keep(true);
    expect((await open().read(FILTER)).length).to.equal(LOGS.length);
    const doubted = open();
    await doubted.read(FILTER);
    await doubted.keep(false);
    expect(await readdir(join(cacheDir, "logs-2"))).to.deep.equal([]);
  });

  it("reports the node's error although it has cached logs", async (cacheDir) => {
    await look(chainWith(), cacheDir);
    const broken = chainWith();
    const words = "no such method";
    broken.options = {
      ...broken.options,
      before: () => {
        throw new FakeError(words);
      },
    };
    expect((await rejection(look(broken, cacheDir))).message).to.equal(words);
  });

  it("keeps reading if nothing can be cached", async (folder) => {
    const cacheDir = join(folder, "a file");
    await writeFile(cacheDir, "");
    expect((await look(chainWith(), cacheDir)).blocks).to.deep.equal(blocksOf(LOGS));
  });

  it("serves two queries that write the same file at once", async (cacheDir) => {
    await mkdir(cacheDir, { recursive: true });
    const looks = await Promise.all(Array.from({ length: 4 }, () => look(chainWith(), cacheDir)));
    for (const { blocks } of looks) expect(blocks).to.deep.equal(blocksOf(LOGS));
    await fileIn(cacheDir);
    expect((await look(chainWith(), cacheDir)).asked[0]?.from).to.equal(FINAL + 1);
  });

  it("combines queries for events of several contracts into one request, and separates the answers", async (cacheDir) => {
    const other = getAddress(`0x${"0d".repeat(20)}`);
    const word = id("Gone()");
    const [first, second] = [log(3), log(4, 0, other)];
    const logs = [
      ...[first, second],
      // From each contract, the event that is only queried for the other one.
      ...[log(13), log(14, 0, other)].map((each) => ({ ...each, topics: [word] })),
      { ...log(15, 0, other), topics: [word, first.topics[1]!] },
      ...Array.from({ length: HEAD / 100 }, (_, index) =>
        log(100 * index + 50, 7, WORD.slice(0, 42)),
      ),
    ];
    const chain = new FakeChain({ head: HEAD, logs, ...LIMIT, finalized: FINAL });
    const ask = async (stateDir = join(cacheDir, "state")) => {
      const source = new LogSource(chain, { from: 0, to: HEAD }, { cacheDir, stateDir });
      const before = chain.asked.length;
      const filters = [
        { address: EMITTER, topics: [WORD] },
        { address: [other], topics: [[word]] },
        { address: other, topics: [WORD] },
        { address: other, topics: [word, first.topics[1]!] },
      ];
      const found = await Promise.all(filters.map((each) => source.read(each)));
      await source.keep(true);
      const blocks = found.map((each) => each.map(({ blockNumber }) => blockNumber));
      expect(blocks).to.deep.equal([[3], [14, 15], [4], [15]]);
      return chain.asked.slice(before).filter(({ from, to }) => to - from < 1000 && from !== to);
    };
    // One request per range, and one whether the first has more; the third query has what the fourth wants.
    expect((await ask()).length).to.equal(HEAD / 1000 + 1);
    expect(await ask()).to.deep.equal([{ from: FINAL + 1, to: HEAD }]);
  });

  for (const isNamed of [false, true]) {
    const whose = isNamed ? "several contracts" : "any contract";
    it(`combines queries for events of ${whose} with the same parameters into one request`, async () => {
      const other = getAddress(`0x${"0d".repeat(20)}`);
      const word = id("Gone()");
      const [of, ofAnother] = [id("one"), id("another")];
      const logs = [
        { ...log(3), topics: [WORD, of] },
        { ...log(4, 0, other), topics: [word, of] },
        { ...log(5, 0, other), topics: [word, ofAnother] },
        { ...log(6), topics: [id("Nobody asks for this event"), of] },
      ];
      const chain = new FakeChain({ head: HEAD, logs, ...LIMIT });
      const source = new LogSource(chain, { from: 0, to: HEAD });
      const at = (address: string) => (isNamed ? { address } : {});
      const found = await Promise.all([
        source.read({ ...at(EMITTER), topics: [WORD, of] }),
        source.read({ ...at(other), topics: [[word, id("Other()")], of] }),
        source.read({ ...at(other), topics: [word, ofAnother] }),
        source.read({ ...at(EMITTER), topics: [null, of] }),
      ]);
      const blocks = found.map((each) => each.map(({ blockNumber }) => blockNumber));
      expect(blocks).to.deep.equal([[3], [4], [5], isNamed ? [3, 6] : [3, 4, 6]]);
      // One request per range for the first two queries, and one for each of the others.
      const asked = chain.asked.filter(({ from, to }) => to - from < 1000 && from !== to);
      expect(asked.length).to.be.at.most(3 * (HEAD / 1000 + 1));
    });
  }

  it("limits concurrent requests over all queries", async () => {
    const chain = chainWith();
    const source = new LogSource(chain, { from: 0, to: HEAD });
    const filters = Array.from({ length: 6 }, (_, index) => ({ topics: [WORD, id(`${index}`)] }));
    const all = await Promise.all([FILTER, ...filters].map((each) => source.read(each)));
    expect(all.map((logs) => logs.length)).to.deep.equal([LOGS.length, 0, 0, 0, 0, 0, 0]);
    expect(chain.mostUnderway).to.equal(4);
  });

  it("stops when aborted", async () => {
    const stop = new AbortController();
    const chain = chainWith();
    const source = new LogSource(chain, { from: 0, to: HEAD }, { signal: stop.signal });
    const reading = source.read(FILTER);
    stop.abort();
    expect(await rejection(reading)).to.be.instanceOf(InterruptionError);
  });
});
