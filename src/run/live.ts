import { rm } from "node:fs/promises";

import { DEFAULT_ARC_VERSION } from "../arc/versions.js";
import { hasQueue } from "../arc/features.js";
import {
  deployingAccount,
  signingAccounts,
  type SigningAccounts,
} from "../chain/deploying-account.js";
import { feePolicy } from "../chain/fees.js";
import { gasLimitOf } from "../chain/gas-limit.js";
import type { ChainIdentity } from "../chain/identity.js";
import { isPrivate } from "../chain/networks.js";
import type { Signer } from "../chain/signer.js";
import { Target } from "../chain/target.js";
import type { Journal } from "../execution/journal/journal.js";
import type { Preview } from "../execution/sending/preview.js";
import type { ChainFacts } from "../execution/steps/step.js";
import { restarted, ResultFile } from "../result/file.js";
import { UnsafeDaoError } from "../migration/unsafe-dao.js";
import { SYSTEM_CLOCK } from "../support/clock.js";
import { lock } from "../support/file-lock.js";
import { targetOf } from "../support/write-file.js";
import { DEFAULTS } from "./defaults.js";
import type { MigrationRun } from "./figures.js";
import { knownBase } from "./known-base.js";
import type { LiveInputs } from "./live-inputs.js";
import { openJournal, previewJournal, type JournalTerms } from "./live-journal.js";
import { LiveMigration } from "./live-migration.js";
import { openChain, withBaseTerms } from "./open-chain.js";
import { openParameters, wantedArcVersion } from "./open-parameters.js";
import { tellWhatMoved } from "./tell-what-moved.js";
import { outlineOf, type MigrationOutline } from "./outline.js";
import { prepareMigration, type PreparedMigration } from "./prepare.js";
import { Warnings } from "./warnings.js";

/** What a migration to a live network would do, and on which chain. */
export interface LivePreview {
  readonly preview: Preview;
  readonly chain: ChainIdentity;
  readonly outline: MigrationOutline;
}

/**
 * Migrates to a live network: rehearsed, journaled, resumable. The result file is written at the
 * end, and the journal removed after it.
 * @throws Declined where `confirm` answers no, Interruption where `signal` stops it
 */
export async function migrateLive(given: LiveInputs): Promise<MigrationRun> {
  const start = performance.now();
  const { inputs, chain, accounts } = await openLive(given);
  const unlock = await lock(`${inputs.output}.lock`, {
    what: `The result file ${inputs.output}`,
    holder: "another migration",
    instead: "pass another file with --output",
  });
  try {
    const terms = await prepareLive(inputs, chain, accounts);
    const { file, existing, facts, warnings } = terms;
    const journal = await openJournal(inputs, terms);
    try {
      const migration = await liveMigration(inputs, terms, journal);
      const outline = outlineOf(terms.prepared, inputs.output);
      const confirm = async (preview: Preview) =>
        (await inputs.confirm?.(preview, chain, outline)) ?? true;
      const made = await migration.run(confirm);
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

/** Rehearses a migration to a live network: sends nothing, and writes no file. */
export async function previewLive(given: LiveInputs): Promise<LivePreview> {
  const { inputs, chain, accounts } = await openLive(given);
  const terms = await prepareLive(inputs, chain, accounts);
  const journal = await previewJournal(inputs, terms);
  const preview = await (await liveMigration(inputs, terms, journal)).preview();
  return { preview, chain, outline: outlineOf(terms.prepared, inputs.output) };
}

/** The deploying account, and all that sign. */
interface LiveAccounts extends SigningAccounts {
  readonly deploying: Signer;
}

/** Which chain it is, and who signs. */
async function openLive(given: LiveInputs) {
  // One file has one lock and one journal, whichever link leads to it.
  const inputs = { ...given, output: await targetOf(given.output) };
  const { provider, sections } = inputs;
  const opened = await openChain(provider, false, inputs);
  const deploying = deployingAccount(inputs.signer, opened);
  const demo = sections.includes("test");
  const signing = signingAccounts(deploying, opened, inputs.testMnemonic, demo);
  const accounts: LiveAccounts = { deploying, ...signing };
  const chain = await withBaseTerms(opened, provider, inputs, sections, deploying.address);
  return { inputs, chain, accounts };
}

/** Everything that can be known before the journal. */
interface LiveTerms extends JournalTerms {
  readonly file: ResultFile;
  readonly signers: ReadonlyMap<string, Signer>;
  readonly warnings: Warnings;
}

async function prepareLive(
  inputs: LiveInputs,
  chain: ChainIdentity,
  { deploying, testAccounts, byAddress }: LiveAccounts,
): Promise<LiveTerms> {
  const { sections } = inputs;
  const parameters =
    inputs.params === undefined || !sections.includes("dao")
      ? undefined
      : await openParameters(inputs.params, chain.name);
  const makesBase = sections.includes("base");
  const arcVersion = wantedArcVersion(parameters, inputs.arcVersion, makesBase);
  const file = await ResultFile.open(inputs.output, chain, arcVersion);
  const own = inputs.restart === true ? restarted(file.sections, sections) : file.sections;
  const target = new Target(inputs.provider, chain);
  const existing = { ...(await knownBase(target, arcVersion ?? DEFAULT_ARC_VERSION)), ...own };
  // A base of another release is named in the error.
  const known = existing.base === undefined && !makesBase ? file.newest : existing;
  const prepared = await prepareMigration({ ...inputs, parameters }, chain.name, known);
  const facts = await factsOf(target, deploying, testAccounts);
  const warnings = new Warnings(inputs.onEvent, prepared.dao?.cautions);
  return { target, facts, prepared, existing, file, signers: byAddress, warnings };
}

async function liveMigration(
  inputs: LiveInputs,
  { target, facts, prepared, existing, signers, warnings }: LiveTerms,
  journal: Journal,
): Promise<LiveMigration> {
  const { reusable, movesClock, transactionGasLimit } = journal.header;
  noteWhatIsLeftOut(inputs, prepared, movesClock);
  return new LiveMigration({
    facts: { ...facts, transactionGasLimit, canMoveClock: movesClock, onWarning: warnings.add },
    prepared: { ...prepared, reusable },
    existing,
    sending: {
      target,
      journal,
      signers,
      fees: await feePolicy(inputs.provider, inputs.gasPrice, inputs.raiseAfter),
      confirmations: inputs.confirmations ?? DEFAULTS.confirmations,
      repeatAfter: inputs.repeatAfter ?? 15_000,
      polling: inputs.polling ?? (isPrivate(target.chain) ? 200 : 2_000),
      onEvent: (event) => inputs.onEvent?.(event),
      signal: inputs.signal,
      clock: SYSTEM_CLOCK,
    },
  });
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
