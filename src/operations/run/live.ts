import { hasQueue } from "../../foundation/arc/features.js";
import {
  accountWarnings,
  deployingAccount,
  signingAccounts,
} from "../../foundation/chain/who-may-sign.js";
import { gasLimitOf } from "../../foundation/chain/gas-limit.js";
import type { ChainIdentity } from "../../foundation/chain/identity.js";
import { confirmationsOf } from "../../foundation/chain/confirmations.js";
import type { TransactionSigner } from "../../foundation/chain/signer.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import { Target } from "../../foundation/chain/target.js";
import type { Journal } from "../../engine/execution/journal/journal.js";
import {
  asBegun,
  FeeLimit,
  feePolicy,
  type FeePolicy,
} from "../../engine/execution/sending/fee-limit.js";
import type { MigrationPreview } from "../../engine/execution/sending/preview.js";
import { UnsafeDaoError } from "../../engine/migration/unsafe-dao.js";
import { SYSTEM_CLOCK } from "../../foundation/support/clock.js";
import { ResultFile } from "../../foundation/result/file.js";
import { lock } from "../../foundation/support/file-lock.js";
import { unlessAborted } from "../../foundation/support/unless-aborted.js";
import { removeLeftovers, targetOf } from "../../foundation/support/write-file.js";
import { journalPath, lockAccounts, type AccountLocks } from "./account-lock.js";
import { checkMade, type MadeDaos } from "./check-made.js";
import type { MigrationRun } from "./figures.js";
import { openStartingState } from "./starting-state.js";
import type { LiveInputs } from "./live-inputs.js";
import { openJournal, previewJournal, type OpenJournal } from "./live-journal.js";
import { LiveMigration } from "./live-migration.js";
import { missingBaseTerms, openChain, withBaseTerms } from "./open-chain.js";
import { outlineOf, type MigrationOutline } from "./outline.js";
import { readChange } from "./read-change.js";
import { prepareMigration, type MigrationTerms, type PreparedMigration } from "./prepare.js";
import { notRecorded, recordMade, Warnings } from "./record-made.js";
import { warnOfDuplicates } from "./warn-of-duplicates.js";
import { awaitEarlier, awaitOwnProposals, pollingOf } from "./await-own-proposals.js";
import { readSpoiled, SpoiledError } from "./spoiled-dao.js";

/** What a migration to a live network would do, and the chain. */
export interface LivePreview {
  readonly preview: MigrationPreview;
  readonly chain: ChainIdentity;
  readonly outline: MigrationOutline;
}

/**
 * Migrates to a live network, with a rehearsal and a journal, so that it can be resumed. Writes the result file at the
 * end, then removes the journal and checks what was made.
 * @throws DeclinedError if `confirm` answers no, InterruptionError if `signal` stops it
 */
export async function migrateLive(given: LiveInputs): Promise<MigrationRun> {
  const start = performance.now();
  const opened = await unlessAborted(openLive(given), given.signal);
  const locks = await lockLive(opened);
  // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for what it returns
  const { run, done } = await migrateLocked(opened, start, locks).finally(locks.unlock);
  const checks = given.change === undefined ? await checkMade(given, done) : [];
  return { ...run, checks };
}

/** Rehearses a migration to a live network. Sends nothing and writes no file. */
export async function previewLive(given: LiveInputs): Promise<LivePreview> {
  const { signal } = given;
  const opened = await unlessAborted(openLive(given), signal);
  const terms = await unlessAborted(prepareLive(opened), signal);
  const { inputs, chain } = opened;
  const opening = await previewJournal(inputs, terms);
  const { journal } = opening;
  const asked = { ...inputs, confirmSent: async () => await Promise.resolve(true) };
  const preview = await liveMigration(asked, terms, opening).preview();
  return { preview, chain, outline: outlineIn(inputs, terms, journal) };
}

/** Locks the result file and the accounts that sign against other processes. */
async function lockLive({ inputs, chain, signing }: OpenedLive): Promise<AccountLocks> {
  const { output } = inputs;
  const path = `${output}.lock`;
  const unlock = await lock(path, {
    what: `The result file ${output}`,
    holder: "another migration",
    instead: "pass another file with --output",
  });
  try {
    for (const each of [output, journalPath(output), path]) await removeLeftovers(each);
    const accounts = await lockAccounts(signing, { ...inputs, chain });
    return {
      ...accounts,
      unlock: async () => {
        await accounts.unlock();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** @param start when the migration began, in milliseconds */
async function migrateLocked(
  opened: OpenedLive,
  start: number,
  locks: AccountLocks,
): Promise<{ readonly run: Omit<MigrationRun, "checks">; readonly done: MadeDaos }> {
  const { inputs, chain } = opened;
  const terms = await unlessAborted(prepareLive(opened, locks), inputs.signal);
  const { file, existing, facts, warnings, prepared } = terms;
  const opening = await openJournal(inputs, terms, locks.earlier);
  const { journal } = opening;
  try {
    const migration = liveMigration(inputs, terms, opening);
    // Called after the rehearsal, which finds out what happens to the proposals of a change.
    const confirm = async (preview: MigrationPreview) => {
      if (inputs.confirm !== undefined) {
        const shown = outlineIn(inputs, terms, journal);
        // A script's function may return anything: the answer "no", or nothing at all.
        const answer: unknown = await inputs.confirm(preview, chain, shown);
        if (answer !== true) return false;
      }
      await prepared.change?.requireNoneMeanwhile((_from, hash) => journal.knows(hash));
      return true;
    };
    const made = await migration.run(confirm);
    const { ledger } = migration;
    const { account } = facts;
    const record = async () => {
      const written = await recordMade(made, terms, inputs.onEvent, ledger);
      const nextNonce = journal.nextSignedNonce(account);
      if (nextNonce !== undefined && !isPrivate(chain)) await locks.remember(account, nextNonce);
      return written;
    };
    const result = await record().catch((error: unknown) => {
      throw notRecorded(made, error);
    });
    await journal.remove();
    const { size: transactions, gasUsed, firstBlock: first, lastBlock: last } = ledger;
    const milliseconds = performance.now() - start;
    const figures = { account, transactions, gasUsed, milliseconds, explorer: chain.explorer };
    const handled = prepared.change?.handled();
    if (handled?.some(({ outcome }) => outcome === "proposed") === true) {
      await warnOfDuplicates(inputs, terms, last);
    }
    return {
      run: {
        result,
        made,
        figures,
        warnings: warnings.all,
        handled,
        matches: prepared.change?.matches,
      },
      done: { ...terms, made, createdIn: result.createdIn, blocks: { first, last } },
    };
  } catch (error) {
    await journal.close();
    const known = error instanceof SpoiledError ? await readSpoiled(terms.target, error) : error;
    if (known instanceof UnsafeDaoError) await file.add(known.made, existing);
    throw known;
  }
}

function outlineIn(
  { output }: LiveInputs,
  { prepared, facts }: LiveTerms,
  { header: { reusable } }: Journal,
): MigrationOutline {
  return outlineOf({ ...prepared, reusable }, { output, ...facts });
}

type OpenedLive = Awaited<ReturnType<typeof openLive>>;

/** Identifies the chain and the signers. */
async function openLive(given: LiveInputs) {
  // Symbolic links to one file must share its lock and its journal.
  const inputs = { ...given, output: await targetOf(given.output) };
  const { provider, sections } = inputs;
  const opened = await openChain(provider, false, inputs);
  const deploying = await deployingAccount(
    inputs.signer,
    opened,
    async () => await missingBaseTerms(opened, provider, inputs, sections),
  );
  const { address } = deploying;
  const demo = sections.includes("test");
  const accounts = signingAccounts(deploying, opened, inputs.testMnemonic, demo);
  // The test accounts sign only for a demo test.
  const signing = [...new Set([address, ...(demo ? accounts.testAccounts : [])])];
  const chain = await withBaseTerms(opened, provider, inputs, sections, address);
  return { inputs, chain, deploying, accounts, signing };
}

/** Everything that is known before the journal. */
interface LiveTerms extends MigrationTerms {
  readonly signers: ReadonlyMap<string, TransactionSigner>;
  readonly warnings: Warnings;
  readonly fees: FeePolicy;
}

async function prepareLive(
  { inputs, chain, deploying, accounts, signing }: OpenedLive,
  locks?: AccountLocks,
): Promise<LiveTerms> {
  const { provider, onEvent } = inputs;
  const fees = await feePolicy(provider, inputs);
  const target = new Target(provider, chain);
  const { address } = deploying;
  const readsOnly = locks === undefined;
  if (!readsOnly) {
    await awaitEarlier(target, address, locks.nextNonces.get(address) ?? 0);
    await awaitOwnProposals(inputs, { target, fees }, address);
  }
  const start = await prepareStart({ ...inputs, readsOnly }, target, address);
  const facts = {
    network: chain,
    account: address,
    testAccounts: accounts.testAccounts,
    transactionGasLimit: gasLimitOf(BigInt((await target.latestBlock()).gasLimit)),
  };
  const warnings = new Warnings(onEvent, start.prepared.dao?.cautions);
  const ofChange = start.prepared.change?.warnings ?? [];
  for (const each of [...(await accountWarnings(target, signing)), ...ofChange]) warnings.add(each);
  return { ...start, target, facts, signers: accounts.byAddress, warnings, fees };
}

async function prepareStart(
  inputs: LiveInputs & { readonly readsOnly: boolean },
  target: Target,
  account: string,
): Promise<Pick<LiveTerms, "file" | "existing" | "prepared">> {
  const { change, readsOnly } = inputs;
  const { chain } = target;
  if (change !== undefined) {
    const { prepared, existing } = await readChange({ ...inputs, change }, target, account);
    const { arcVersion } = existing.base ?? existing.dao ?? {};
    const file = await ResultFile[readsOnly ? "read" : "open"](inputs.output, chain, arcVersion);
    return { prepared, existing, file };
  }
  const makesBase = inputs.sections.includes("base");
  const { file, parameters, existing } = await openStartingState(inputs, chain, makesBase);
  const prepared = await prepareMigration({ ...inputs, parameters }, chain.name, existing);
  return { file, existing, prepared };
}

function liveMigration(
  inputs: LiveInputs,
  terms: LiveTerms,
  { journal, mode }: OpenJournal,
): LiveMigration {
  const { target, facts, prepared, existing, signers, warnings, fees } = terms;
  const { reusable, movesClock, transactionGasLimit, fundingGasPrice } = journal.header;
  noteWhatIsLeftOut(inputs, prepared, movesClock);
  const { confirmHigherFee, confirmDivergence, maxGasPrice, gasPrice } = inputs;
  const isAgreed = (confirmHigherFee ?? maxGasPrice ?? gasPrice) !== undefined;
  const limit: FeeLimit = new FeeLimit(
    isAgreed ? fees : asBegun(fees, fundingGasPrice),
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
    sent: {
      mode,
      isRecorded: (address) => terms.file.holds(address),
      base: existing.base,
      confirm: inputs.confirmSent,
      requireNoneMeanwhile: prepared.change?.requireNoneMeanwhile,
    },
    sending: {
      target,
      journal,
      signers,
      fees: limit,
      confirmations: inputs.confirmations ?? confirmationsOf(target.chain),
      repeatAfter: inputs.repeatAfter ?? 15_000,
      polling: pollingOf(inputs, target.chain),
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
