import { join } from "node:path";

import { expect } from "chai";

import type { MigrationEvent } from "../../../src/engine/execution/steps/event.js";
import { privateNetwork } from "../../../src/foundation/chain/private-chain.js";
import { defaultWallet } from "../../../src/foundation/chain/test-accounts.js";
import { Target } from "../../../src/foundation/chain/target.js";
import { ResultFile } from "../../../src/foundation/result/file.js";
import type { LiveInputs } from "../../../src/operations/run/live-inputs.js";
import { openJournal, previewJournal } from "../../../src/operations/run/live-journal.js";
import { prepareMigration, type MigrationTerms } from "../../../src/operations/run/prepare.js";
import { account } from "../../engine/inspect/sample-inspection.js";
import { openChain } from "../../simulated-chain.js";
import { itInFolder as it } from "../../temporary-folder.js";

const DEPLOYER = account(1);
const TEST_ACCOUNTS = [DEPLOYER, account(2)];
const GENESIS = `0x${"11".repeat(32)}`;

describe("the journal of a live migration", () => {
  let provider: Awaited<ReturnType<typeof openChain>>["provider"];
  let close: () => Promise<void>;

  before(async () => {
    const chain = await openChain();
    ({ provider } = chain);
    close = async () => await chain.close();
  });

  after(async () => await close());

  /** A migration of a base, and what is told about its journal. */
  async function migration(folder: string, sections: LiveInputs["sections"] = ["base"]) {
    const output = join(folder, "migration.json");
    const told: MigrationEvent[] = [];
    const onEvent = (event: MigrationEvent) => void told.push(event);
    const inputs = { provider, sections, output, onEvent, projectRoot: folder };
    const chain = { ...privateNetwork(31337), genesis: GENESIS, inProcess: false };
    const terms: MigrationTerms = {
      target: new Target(provider, chain),
      facts: {
        network: chain,
        account: DEPLOYER,
        testAccounts: TEST_ACCOUNTS,
        transactionGasLimit: 1_000_000n,
      },
      prepared: await prepareMigration(inputs, "private", {}),
      file: await ResultFile.read(output, chain),
      existing: {},
    };
    return { inputs, terms, told };
  }

  it("begins at the first block on a young chain, otherwise so early that a node may be behind", async (folder) => {
    const { inputs, terms } = await migration(folder);
    const firstBlock = async () => (await previewJournal(inputs, terms)).journal.header.firstBlock;
    expect(await firstBlock()).to.equal(0);
    await provider.request({ method: "hardhat_mine", params: ["0x12c"] });
    expect(await firstBlock()).to.equal(60);
  });

  it("knows whose nonces count, whether the clock moves, and what was sent before", async (folder) => {
    const of = async (
      sections: LiveInputs["sections"],
      more: Partial<LiveInputs> = {},
      account = DEPLOYER,
    ) => {
      const { inputs, terms: known } = await migration(folder, sections);
      const terms = { ...known, facts: { ...known.facts, account } };
      const { journal, mode } = await previewJournal({ ...inputs, ...more }, terms);
      const { nonces, movesClock, mayHaveEarlier, begunByRestart, fundingDataFee } = journal.header;
      const told = { movesClock, mayHaveEarlier, begunByRestart, fundingDataFee, mode };
      return { signing: Object.keys(nonces), ...told };
    };
    const fresh = {
      ...{ signing: [DEPLOYER], movesClock: false, begunByRestart: false },
      ...{ mayHaveEarlier: true, fundingDataFee: undefined, mode: "ask" },
    };
    expect(await of(["base"])).to.deep.equal(fresh);
    const withDemo = { ...fresh, signing: TEST_ACCOUNTS, movesClock: true, fundingDataFee: 0n };
    expect(await of(["base", "test"])).to.deep.equal(withDemo);
    const anew = { ...fresh, mayHaveEarlier: false, mode: "ignore" };
    expect(await of(["base"], { force: true })).to.deep.equal(anew);
    expect(await of(["base"], { restart: true })).to.deep.equal({ ...anew, begunByRestart: true });
    // On a development chain, an account whose key everybody knows migrates as often as it likes.
    const { address } = defaultWallet();
    expect(await of(["base"], {}, address)).to.deep.equal({ ...anew, signing: [address] });
  });

  it("is resumed by a preview, too, which says so and does not write", async (folder) => {
    const { inputs, terms, told } = await migration(folder);
    const { journal, mode } = await openJournal(inputs, terms);
    expect(mode).to.equal("ask");
    expect((await previewJournal(inputs, terms)).mode).to.equal("ask");
    await journal.moveClock("test/wait", 60);
    await journal.close();
    expect(told).to.deep.equal([]);
    expect((await previewJournal(inputs, terms)).mode).to.equal("take");
    expect(told).to.deep.equal([
      { type: "resumed", journal: `${inputs.output}.journal`, steps: 0 },
    ]);
    // It is that of another result file, too, unless that has its own or everything starts over.
    const moved = { ...inputs, output: join(folder, "moved.json") };
    for (const [restart, from] of [
      [false, inputs.output],
      [true, undefined],
      [false, moved.output],
    ] as const) {
      told.length = 0;
      const own = await openJournal({ ...moved, restart }, terms, [inputs.output]);
      const journal = from && `${from}.journal`;
      expect(told[0]).to.deep.equal(journal && { type: "resumed", journal, steps: 0 });
      await own.journal.moveClock("test/wait", 60);
      await own.journal.close();
    }
  });
});
