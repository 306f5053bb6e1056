import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { keysOf } from "../../../src/foundation/chain/mnemonic-keys.js";
import { TEST_MNEMONIC } from "../../../src/foundation/chain/test-mnemonic.js";
import type { MigrationResult } from "../../../src/foundation/result/result.js";
import { packageFile } from "../../../src/foundation/support/package.js";
import { SealedFolder } from "../../../src/foundation/support/sealed-folder.js";
import { openMigratedChain } from "../../../src/test-chain/open.js";
import type { TestChainOptions } from "../../../src/test-chain/options.js";
import { inputsOf } from "../../../src/test-chain/recording/recordings.js";
import { type Recording } from "../../../src/test-chain/recording/recording.js";
import type { RecordingsPlace } from "../../../src/test-chain/recording/recordings.js";
import { rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

const WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow";
const FOLDER = "test-chains-1";
const LIMITS = { file: 2 ** 24, bytes: 2 ** 26, age: 2 ** 31 };

interface Opened {
  /** True if the chain was migrated, false if a recording was used. */
  readonly isNew: boolean;
  readonly sections: Pick<MigrationResult, "base" | "dao" | "test">;
  readonly accounts: readonly string[];
  readonly params: string;
  readonly notes: readonly string[];
  readonly height: number;
  readonly chainId: number;
}

function placeIn(folder: string, others: RecordingsPlace = {}): RecordingsPlace {
  return { cacheDir: folder, stateDir: join(folder, "state"), code: "a", ...others };
}

/** Opens and closes a chain with a folder of recordings. */
async function open(options: TestChainOptions, place: RecordingsPlace): Promise<Opened> {
  const notes: string[] = [];
  let isNew = false;
  const chain = await openMigratedChain(
    { ...options, onNote: (note) => notes.push(note) },
    {
      recordings: place,
      beforeNew: () => (isNew = true),
    },
  );
  const number = async (method: string) => Number(await chain.provider.request({ method }));
  const { base, dao, test } = chain.result;
  const opened = {
    isNew,
    sections: { ...(base && { base }), ...(dao && { dao }), ...(test && { test }) },
    accounts: await chain.accounts(),
    params: await chain.params(),
    notes,
    height: await number("eth_blockNumber"),
    chainId: await number("eth_chainId"),
  };
  await chain.close();
  expect(await rejection(number("eth_chainId"))).to.be.an("error");
  return opened;
}

async function fileIn(folder: string): Promise<string> {
  const names = await readdir(join(folder, FOLDER));
  expect(names).to.have.length(1);
  return join(folder, FOLDER, names[0]!);
}

/** Creates a project of its own with a scheme from custom-abis. */
async function project(folder: string): Promise<TestChainOptions> {
  await cp(packageFile("custom-abis"), join(folder, "custom-abis"), { recursive: true });
  const path = join(folder, "params.json");
  await cp(packageFile("examples/dao-project/migration-params.json"), path);
  await mkdir(folder, { recursive: true });
  return { params: path, projectRoot: folder, demo: false };
}

describe("Recordings", () => {
  for (const [what, options] of Object.entries<TestChainOptions>({
    "a mnemonic": { accounts: { mnemonic: WORDS, count: 7 } },
    "an older release and hard fork, and transactions that do not throw": {
      ...{ arcVersion: "rc.40", hardfork: "istanbul", chainId: 1337, demo: false },
      throwOnTransactionFailures: false,
    },
    "blocks mined by the clock": { mining: { auto: false, interval: 100_000 } },
  })) {
    it(`serve the second chain with ${what}, the same as the first`, async (folder) => {
      const first = await open(options, placeIn(folder));
      expect(first.isNew).to.equal(true);
      expect(await open(options, placeIn(folder))).to.deep.equal({ ...first, isNew: false });
    });
  }

  it("start the second chain of a project, and repeat the notes on its parameters", async (folder) => {
    const options = await project(join(folder, "project"));
    const path = options.params as string;
    const params = JSON.parse(await readFile(path, "utf8")) as object;
    await writeFile(path, JSON.stringify({ ...params, nonsense: 1 }));
    const first = await open(options, placeIn(folder));
    expect(first.notes.join()).to.contain("nonsense");
    expect(first.isNew).to.equal(true);
    expect(await open(options, placeIn(folder))).to.deep.equal({ ...first, isNew: false });
  });

  it("depend on all inputs", async (folder) => {
    const options = await project(folder);
    const keys = new Set<string | undefined>();
    const expectNew = async (own: TestChainOptions, code = "a") => {
      const key = await inputsOf(own, code);
      expect(keys.has(key)).to.equal(false);
      keys.add(key);
    };
    await expectNew(options);
    for (const change of [
      { demo: true },
      { chainId: 5 },
      { hardfork: "london" },
      { accounts: { mnemonic: WORDS } },
      { accounts: { mnemonic: TEST_MNEMONIC, accountsBalance: 10n ** 24n } },
    ]) {
      await expectNew({ ...options, ...change });
    }
    await expectNew(options, "b");
    const [build] = await readdir(join(folder, "custom-abis"));
    for (const path of [options.params as string, join(folder, "custom-abis", build!)]) {
      await writeFile(path, `${await readFile(path, "utf8")}\n`);
      await expectNew(options);
    }
    expect(keys.has(await inputsOf(options, "a"))).to.equal(true);
  });

  it("do not use the recording of other options", async (folder) => {
    const first = await open({ chainId: 5 }, placeIn(folder));
    const path = await fileIn(folder);
    const bytes = await readFile(path);
    await open({ chainId: 5, demo: false }, placeIn(folder));
    const [other] = (await readdir(join(folder, FOLDER))).filter((name) => !path.endsWith(name));
    await writeFile(join(folder, FOLDER, other!), bytes);
    const chain = await open({ chainId: 5, demo: false }, placeIn(folder));
    expect(first.sections).to.have.property("test");
    expect(chain).to.include({ isNew: true });
    expect(chain.sections).not.to.have.property("test");
  });

  it("migrate again if a recording leads to another chain, such as with another Hardhat", async (folder) => {
    const options = { demo: false };
    const place = placeIn(folder);
    const first = await open(options, place);
    const sealed = await SealedFolder.open(join(folder, FOLDER), LIMITS, place.stateDir);
    const key = (await inputsOf({ ...options, params: undefined }, "a"))!;
    const recording = JSON.parse((await sealed!.read(key))!.toString("utf8")) as Recording;
    const changes: Partial<Recording>[] = [
      { requests: recording.requests.slice(1) },
      { requests: [{ method: "eth_sendTransaction", params: [{ to: "0x" }] }] },
      { end: recording.end.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) },
    ];
    for (const change of changes) {
      await sealed!.write(key, Buffer.from(JSON.stringify({ ...recording, ...change })));
      expect(await open(options, place)).to.deep.equal(first);
    }
    await sealed!.write(key, Buffer.from(JSON.stringify(recording)));
    expect((await open(options, place)).isNew).to.equal(false);
  });

  it("contain no mnemonic and no key, in the file or its name", async (folder) => {
    await open({ accounts: { mnemonic: WORDS }, demo: false }, placeIn(folder));
    const path = await fileIn(folder);
    const text = await readFile(path, "utf8");
    expect(text).to.contain("eth_sendTransaction").and.not.to.contain("legal winner");
    for (const key of keysOf(WORDS, 10)) expect(text).not.to.contain(key.slice(2));
  });

  it("are not made for a folder with too many build files, or for a fork", async (folder) => {
    const forking = { url: "http://127.0.0.1:1" };
    expect(await inputsOf({ forking, projectRoot: folder }, "a")).to.equal(undefined);
    expect(await inputsOf({ projectRoot: folder }, "a")).to.be.a("string");
    await mkdir(join(folder, "custom-abis"));
    await writeFile(join(folder, "custom-abis", "Big.json"), Buffer.alloc(33 * 2 ** 20, " "));
    expect(await inputsOf({ projectRoot: folder }, "a")).to.equal(undefined);
  });

  it("do not fail a chain if they cannot be saved", async (folder) => {
    await writeFile(join(folder, FOLDER), "");
    const first = await open({ demo: false }, placeIn(folder));
    expect(first.isNew).to.equal(true);
    const place = placeIn(folder, { stateDir: join(folder, FOLDER) });
    expect((await open({ demo: false }, place)).isNew).to.equal(true);
  });
});
