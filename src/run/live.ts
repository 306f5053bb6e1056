import { rm } from "node:fs/promises";

import { DEFAULT_ARC_VERSION } from "../arc/versions.js";
import { hasQueue } from "../arc/features.js";
import { deployingAccount, signingAccounts } from "../chain/deploying-account.js";
import { highestPrice, suggestFees } from "../chain/fees.js";
import { gasLimitOf } from "../chain/gas-limit.js";
import type { ChainIdentity } from "../chain/identity.js";
import { isPrivate } from "../chain/networks.js";
import type { Signer } from "../chain/signer.js";
import { Target } from "../chain/target.js";
import type { MigrationEvent } from "../execution/steps/event.js";
import type { ChainFacts } from "../execution/steps/step.js";
import { restarted, ResultFile } from "../result/file.js";
import { UnsafeDaoError } from "../migration/unsafe-dao.js";
import { lock } from "../support/file-lock.js";
import { targetOf } from "../support/write-file.js";
import { DEFAULTS } from "./defaults.js";
import type { MigrationRun } from "./figures.js";
import { knownBase } from "./known-base.js";
import type { LiveInputs } from "./live-inputs.js";
import { journalOf } from "./live-journal.js";
import { LiveMigration } from "./live-migration.js";
import { openChain, withBaseTerms } from "./open-chain.js";
import { openParameters, wantedArcVersion } from "./open-parameters.js";
import { tellWhatMoved } from "./tell-what-moved.js";
import { prepareMigration, type PreparedMigration } from "./prepare.js";
import { Warnings } from "./warnings.js";

/** Fees of a stuck transaction are raised to this many times what was suggested at first, at most. */
const FEE_CAP_FACTOR = 10n;

/**
 * Migrates to a live network: rehearsed, journaled, resumable. The result file is written at the
 * end, and the journal removed after it.
 */
export async function migrateLive(given: LiveInputs): Promise<MigrationRun> {
  const start = performance.now();
  // One file has one lock and one journal, whichever link leads to it.
  const inputs = { ...given, output: await targetOf(given.output) };
  const opened = await openChain(inputs.provider, false, inputs);
  const deploying = deployingAccount(inputs.signer, opened);
  const { sections } = inputs;
  const demo = sections.includes("test");
  const accounts = signingAccounts(deploying, opened, inputs.testMnemonic, demo);
  const { address } = deploying;
  const chain = await withBaseTerms(opened, inputs.provider, inputs, sections, address);
  const unlock = await lock(`${inputs.output}.lock`, {
    what: `The result file ${inputs.output}`,
    holder: "another migration",
    instead: "pass another file with --output",
  });
  try {
    const { file, existing, prepared: checked } = await prepareLive(inputs, chain);
    const target = new Target(inputs.provider, chain);
    const facts = await factsOf(target, deploying, accounts.testAccounts);
    const journal = await journalOf(inputs, { target, facts, prepared: checked, existing });
    const { reusable, movesClock, transactionGasLimit } = journal.header;
    const prepared = { ...checked, reusable };
    noteWhatIsLeftOut(inputs, prepared, movesClock);
    const warnings = new Warnings(inputs.onEvent, prepared.dao?.cautions);
    const migration = new LiveMigration({
      target,
      facts: {
        ...facts,
        transactionGasLimit: BigInt(transactionGasLimit),
        canMoveClock: movesClock,
        onWarning: warnings.add,
      },
      signers: accounts.byAddress,
      prepared,
      existing,
      journal,
      options: await senderOptions(inputs, target),
      dryRun: inputs.dryRun === true,
      confirm: async (preview) => (await inputs.confirm?.(preview, chain)) ?? true,
      onEvent: (event) => inputs.onEvent?.(event),
    });
    try {
      const made = await migration.run();
      const written = await file.add(made, existing);
      tellWhatMoved(written, inputs);
      await journal.remove();
      const figures = {
        account: facts.account,
        transactions: migration.ledger.size,
        gasUsed: migration.ledger.gasUsed,
        milliseconds: performance.now() - start,
      };
      return { result: written.result, made, figures, warnings: warnings.all };
    } catch (error) {
      await journal.close();
      if (error instanceof UnsafeDaoError) await file.add(error.made, existing);
      // A journal of a migration of which nothing was signed says nothing.
      if (journal.steps.length === 0) await rm(journal.path, { force: true });
      throw error;
    }
  } finally {
    await unlock();
  }
}

/** Reads and checks everything that can be known before the journal. */
async function prepareLive(inputs: LiveInputs, chain: ChainIdentity) {
  const parameters =
    inputs.params === undefined || !inputs.sections.includes("dao")
      ? undefined
      : await openParameters(inputs.params, chain.name);
  const makesBase = inputs.sections.includes("base");
  const arcVersion = wantedArcVersion(parameters, inputs.arcVersion, makesBase);
  const file = await ResultFile.open(inputs.output, chain, arcVersion);
  const own = inputs.restart === true ? restarted(file.sections, inputs.sections) : file.sections;
  const target = new Target(inputs.provider, chain);
  const existing = { ...(await knownBase(target, arcVersion ?? DEFAULT_ARC_VERSION)), ...own };
  // A base of another release is named in the error.
  const known = existing.base === undefined && !makesBase ? file.newest : existing;
  const prepared = await prepareMigration({ ...inputs, parameters }, chain.name, known);
  return { file, existing, prepared };
}

/** The proposals of a demo test that have to wait cannot be made where nobody can move the clock. */
function noteWhatIsLeftOut(
  { onEvent }: LiveInputs,
  { sections, release }: PreparedMigration,
  movesClock: boolean,
): void {
  if (movesClock || !sections.includes("test")) return;
  if (!hasQueue(release.artifact("GenesisProtocol"))) return;
  onEvent?.({ type: "boostedProposalLeftOut" });
}

async function factsOf(
  target: Target,
  signer: Signer,
  testAccounts: readonly string[],
): Promise<ChainFacts> {
  const { gasLimit } = await target.latestBlock();
  return {
    network: target.chain,
    account: signer.address,
    testAccounts,
    transactionGasLimit: gasLimitOf(BigInt(gasLimit)),
  };
}

async function senderOptions(inputs: LiveInputs, target: Target) {
  const fees = await suggestFees(inputs.provider, inputs.gasPrice);
  return {
    gasPrice: inputs.gasPrice,
    feeCap: highestPrice(fees) * FEE_CAP_FACTOR,
    confirmations: inputs.confirmations ?? DEFAULTS.confirmations,
    raiseAfter: inputs.raiseAfter ?? 120_000,
    repeatAfter: inputs.repeatAfter ?? 15_000,
    polling: inputs.polling ?? (isPrivate(target.chain) ? 200 : 2_000),
    onEvent: (event: MigrationEvent) => inputs.onEvent?.(event),
    signal: inputs.signal,
  };
}
