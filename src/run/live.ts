import { hasQueue } from "../arc/features.js";
import {
  deployingAccount,
  publicKeyWarning,
  signingAccounts,
  type SigningAccounts,
} from "../chain/signing-accounts.js";
import { feePolicy, type FeePolicy } from "../chain/fees.js";
import { gasLimitOf } from "../chain/latest-block.js";
import type { ChainIdentity } from "../chain/identity.js";
import { isPrivate } from "../chain/networks.js";
import type { Signer } from "../chain/signer.js";
import { Target } from "../chain/target.js";
import type { Journal } from "../execution/journal/journal.js";
import { FeeLimit } from "../execution/sending/fee-limit.js";
import type { Preview } from "../execution/sending/preview.js";
import type { ChainFacts } from "../execution/steps/step.js";
import { UnsafeDaoError } from "../migration/unsafe-dao.js";
import { SYSTEM_CLOCK } from "../support/clock.js";
import { ResultFile } from "../result/file.js";
import { lock } from "../support/file-lock.js";
import { unlessAborted } from "../support/unless-aborted.js";
import { removeLeftovers, targetOf } from "../support/write-file.js";
import { lockAccounts } from "./account-lock.js";
import { checkMade, type MadeDaos } from "./check-made.js";
import { DEFAULTS } from "./defaults.js";
import type { MigrationRun } from "./figures.js";
import { nearestStartingState, openStartingState } from "./starting-state.js";
import type { LiveInputs } from "./live-inputs.js";
import { journalPath, openJournal, previewJournal, type JournalTerms } from "./live-journal.js";
import { LiveMigration } from "./live-migration.js";
import { openChain, withBaseTerms } from "./open-chain.js";
import { outlineOf, type MigrationOutline } from "./outline.js";
import { readChange } from "./read-change.js";
import { prepareMigration, type PreparedMigration } from "./prepare.js";
import { recordMade, Warnings } from "./record-made.js";

/** What a migration to a live network would do, and the chain. */
export interface LivePreview {
  readonly preview: Preview;
  readonly chain: ChainIdentity;
  readonly outline: MigrationOutline;
}

/**
 * Migrates to a live network, with a rehearsal and a journal, so that it can be resumed. Writes the result file at the
 * end, then removes the journal and checks what was made.
 * @throws Declined if `confirm` answers no, Interruption if `signal` stops it
 */
export async function migrateLive(given: LiveInputs): Promise<MigrationRun> {
  const { run, done } = await migrateLocked(given);
  const checks = given.change === undefined ? await checkMade(given, done) : [];
  return { ...run, checks };
}

/** The migration itself, under a lock against other processes. */
async function migrateLocked(
  given: LiveInputs,
): Promise<{ readonly run: Omit<MigrationRun, "checks">; readonly done: MadeDaos }> {
  const start = performance.now();
  const { signal } = given;
  const { inputs, chain, accounts } = await unlessAborted(openLive(given), signal);
  const lockPath = `${inputs.output}.lock`;
  const unlock = await lock(lockPath, {
    what: `The result file ${inputs.output}`,
    holder: "another migration",
    instead: "pass another file with --output",
  });
  let unlockAccounts = async () => {};
  try {
    unlockAccounts = await lockAccounts(signersOf(inputs, accounts), { ...inputs, chain });
    for (const path of [inputs.output, journalPath(inputs.output), lockPath]) {
      await removeLeftovers(path);
    }
    const terms = await unlessAborted(prepareLive(inputs, chain, accounts), signal);
    const { file, existing, facts, warnings } = terms;
    const journal = await openJournal(inputs, terms);
    try {
      const migration = liveMigration(inputs, terms, journal);
      // Called after the rehearsal, which finds out what happens to the proposals of a change.
      const confirm = async (preview: Preview) =>
        (await inputs.confirm?.(preview, chain, outlineIn(inputs, terms, journal))) ?? true;
      const made = await migration.run(confirm);
      const result = await recordMade(made, terms, inputs.onEvent);
      await journal.remove();
      const figures = {
        account: facts.account,
        transactions: migration.ledger.size,
        gasUsed: migration.ledger.gasUsed,
        milliseconds: performance.now() - start,
        explorer: chain.explorer,
      };
      const { firstBlock: first, lastBlock: last } = migration.ledger;
      const { testAccounts } = facts;
      const handled = terms.prepared.change?.handled();
      return {
        run: { result, made, figures, warnings: warnings.all, handled },
        done: { ...terms, made, testAccounts, blocks: { first, last } },
      };
    } catch (error) {
      await journal.close();
      if (error instanceof UnsafeDaoError) await file.add(error.made, existing);
      throw error;
    }
  } finally {
    await unlockAccounts();
    await unlock();
  }
}

/** Rehearses a migration to a live network. Sends nothing and writes no file. */
export async function previewLive(given: LiveInputs): Promise<LivePreview> {
  const { signal } = given;
  const { inputs, chain, accounts } = await unlessAborted(openLive(given), signal);
  const terms = await unlessAborted(prepareLive(inputs, chain, accounts, true), signal);
  const journal = await previewJournal(inputs, terms);
  const preview = await liveMigration(inputs, terms, journal).preview();
  return { preview, chain, outline: outlineIn(inputs, terms, journal) };
}

function outlineIn(
  { output }: LiveInputs,
  { prepared, facts }: LiveTerms,
  { header: { reusable } }: Journal,
): MigrationOutline {
  return outlineOf({ ...prepared, reusable }, { output, ...facts });
}

/** The deploying account, and all others that sign. */
interface LiveAccounts extends SigningAccounts {
  readonly deploying: Signer;
}

/** The test accounts only sign for a demo test. */
function signersOf(
  { sections }: LiveInputs,
  { deploying, testAccounts }: LiveAccounts,
): ReadonlySet<string> {
  return new Set([deploying.address, ...(sections.includes("test") ? testAccounts : [])]);
}

/** Identifies the chain and the signers. */
async function openLive(given: LiveInputs) {
  // Symbolic links to one file must share its lock and its journal.
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

/** Everything that is known before the journal. */
interface LiveTerms extends JournalTerms {
  readonly signers: ReadonlyMap<string, Signer>;
  readonly warnings: Warnings;
  readonly fees: FeePolicy;
}

async function prepareLive(
  inputs: LiveInputs,
  chain: ChainIdentity,
  { deploying, testAccounts, byAddress }: LiveAccounts,
  readsOnly = false,
): Promise<LiveTerms> {
  const fees = await feePolicy(inputs.provider, inputs);
  const { file, existing, prepared } = await prepareStart(
    { ...inputs, readsOnly },
    chain,
    deploying.address,
  );
  const target = new Target(inputs.provider, chain);
  const facts = await readFacts(target, deploying, testAccounts);
  const warnings = new Warnings(inputs.onEvent, prepared.dao?.cautions);
  const publicKey = publicKeyWarning(chain, [
    ...signersOf(inputs, { deploying, testAccounts, byAddress }),
  ]);
  if (publicKey !== undefined) warnings.add(publicKey);
  return { target, facts, prepared, existing, file, signers: byAddress, warnings, fees };
}

/** Reads what to do, and what is already there. */
async function prepareStart(
  inputs: LiveInputs & { readonly readsOnly: boolean },
  chain: ChainIdentity,
  account: string,
): Promise<Pick<LiveTerms, "file" | "existing" | "prepared">> {
  const { change, readsOnly } = inputs;
  if (change !== undefined) {
    const { prepared, existing } = await readChange({ ...inputs, change }, chain, account);
    const { arcVersion } = existing.base ?? existing.dao ?? {};
    const file = await ResultFile[readsOnly ? "read" : "open"](inputs.output, chain, arcVersion);
    return { prepared, existing, file };
  }
  const makesBase = inputs.sections.includes("base");
  const start = await openStartingState(inputs, chain, makesBase);
  const { file, parameters, existing } = start;
  const known = nearestStartingState(start, makesBase);
  return {
    ...{ file, existing },
    prepared: await prepareMigration({ ...inputs, parameters }, chain.name, known),
  };
}

function liveMigration(inputs: LiveInputs, terms: LiveTerms, journal: Journal): LiveMigration {
  const { target, facts, prepared, existing, signers, warnings, fees } = terms;
  const { reusable, movesClock, transactionGasLimit } = journal.header;
  noteWhatIsLeftOut(inputs, prepared, movesClock);
  const { confirmHigherFee, confirmDivergence } = inputs;
  const limit: FeeLimit = new FeeLimit(
    fees,
    confirmHigherFee &&
      (async (higher) => await confirmHigherFee(higher, target.chain, { gas: migration.gasLeft })),
  );
  const migration: LiveMigration = new LiveMigration({
    facts: { ...facts, transactionGasLimit, canMoveClock: movesClock, onWarning: warnings.add },
    prepared: { ...prepared, reusable },
    existing,
    allowUnrehearsed: async (reason) =>
      inputs.allowUnrehearsed === true || (await inputs.confirmUnrehearsed?.(reason)) === true,
    confirmDivergence:
      confirmDivergence &&
      (async (reason, preview) =>
        await confirmDivergence(reason, preview, target.chain, outlineIn(inputs, terms, journal))),
    sending: {
      target,
      journal,
      signers,
      fees: limit,
      confirmations: inputs.confirmations ?? DEFAULTS.confirmations,
      repeatAfter: inputs.repeatAfter ?? 15_000,
      polling: inputs.polling ?? (isPrivate(target.chain) ? 200 : 2_000),
      onEvent: (event) => inputs.onEvent?.(event),
      signal: inputs.signal,
      clock: SYSTEM_CLOCK,
    },
  });
  return migration;
}

/** Reports that a demo test lacks the proposals that have to wait, unless the chain's clock can be moved. */
function noteWhatIsLeftOut(
  { onEvent }: LiveInputs,
  { sections, release }: PreparedMigration,
  movesClock: boolean,
): void {
  if (movesClock || !sections.includes("test")) return;
  if (!hasQueue(release.artifact("GenesisProtocol"))) return;
  onEvent?.({ type: "boostedProposalLeftOut" });
}

async function readFacts(
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
