import { rm } from "node:fs/promises";

import { formatUnits } from "ethers";

import { FEE_CAP_FACTOR, highestPrice, suggestFees } from "../chain/fees.js";
import { isPrivate } from "../chain/networks.js";
import type { Target } from "../chain/target.js";
import {
  FileJournal,
  readJournal,
  type JournalContents,
} from "../execution/journal/file-journal.js";
import { requireGenuine } from "../execution/journal/genuine-steps.js";
import type { Journal } from "../execution/journal/journal.js";
import type { JournalHeader } from "../execution/journal/lines.js";
import { MemoryJournal } from "../execution/journal/memory-journal.js";
import { requireSame, type MigrationIdentity } from "../execution/journal/migration-identity.js";
import type { ChainFacts } from "../execution/steps/step.js";
import { ProviderReader } from "../execution/deployers/provider-reader.js";
import { findReusable } from "../migration/reuse.js";
import type { ResultSections } from "../result/result.js";
import { MigrationError } from "../support/errors.js";
import { hashInputs } from "./inputs-hash.js";
import type { LiveInputs } from "./live-inputs.js";
import type { PreparedMigration } from "./prepare.js";

/** Where the journal of a migration to a result file is. */
export function journalPath(output: string): string {
  return `${output}.journal`;
}

/** What decides which journal a migration has. */
export interface JournalTerms {
  readonly target: Target;
  readonly facts: ChainFacts;
  readonly prepared: PreparedMigration;
  /** What the migration builds on. */
  readonly existing: ResultSections;
}

/** Resumes the journal of the same migration, or begins one; asks which contracts to reuse then. */
export async function openJournal(inputs: LiveInputs, terms: JournalTerms): Promise<FileJournal> {
  const path = journalPath(inputs.output);
  const found = await findJournal(path, inputs, terms);
  if (found !== undefined) {
    const journal = await FileJournal.resume(path, found);
    inputs.onEvent?.({ type: "resumed", journal: path, steps: journal.steps.length });
    return journal;
  }
  const header = await newHeader(inputs, terms);
  // Without a whole header nothing was ever sent from it.
  await rm(path, { force: true });
  return await FileJournal.create(path, header);
}

/** The same for a preview: no file is written. */
export async function previewJournal(inputs: LiveInputs, terms: JournalTerms): Promise<Journal> {
  const path = journalPath(inputs.output);
  const found = await findJournal(path, inputs, terms);
  if (found === undefined) return new MemoryJournal(await newHeader(inputs, terms));
  const journal = new MemoryJournal(found.header, found.lines);
  inputs.onEvent?.({ type: "resumed", journal: path, steps: journal.steps.length });
  return journal;
}

/** The journal of an earlier run of this migration, if any. */
async function findJournal(
  path: string,
  { restart }: LiveInputs,
  terms: JournalTerms,
): Promise<JournalContents | undefined> {
  const found = restart === true ? undefined : await readJournal(path);
  if (found === undefined) return undefined;
  requireSame(path, found.header, identityOf(terms));
  const { account, testAccounts } = terms.facts;
  const { chainId } = terms.target.chain;
  requireGenuine(path, found.lines, { chainId, account, testAccounts });
  await requireFairFunding(path, found.header, terms);
  return found;
}

/** The price that test accounts are funded for decides how much is sent to them. */
async function requireFairFunding(
  path: string,
  { fundingGasPrice }: JournalHeader,
  { target }: JournalTerms,
): Promise<void> {
  const fair = highestPrice(await suggestFees(target.provider, undefined)) * FEE_CAP_FACTOR;
  if (fundingGasPrice <= fair) return;
  throw new MigrationError(
    `The journal ${path} funds test accounts for ${formatUnits(fundingGasPrice, "gwei")} GWei, and the chain asks for ` +
      `a ${FEE_CAP_FACTOR}th of that or less. Nothing was signed or sent. Pass --restart to begin again.`,
  );
}

function identityOf({ target, facts, prepared, existing }: JournalTerms): MigrationIdentity {
  return {
    chainId: target.chain.chainId,
    genesis: target.chain.genesis,
    account: facts.account,
    ...hashInputs(prepared, existing.base, facts.testAccounts),
  };
}

async function newHeader(inputs: LiveInputs, terms: JournalTerms): Promise<JournalHeader> {
  const { target, facts, prepared } = terms;
  const fees = await suggestFees(inputs.provider, inputs.gasPrice);
  return {
    ...identityOf(terms),
    transactionGasLimit: facts.transactionGasLimit,
    fundingGasPrice: highestPrice(fees),
    firstBlock: await target.blockNumber(),
    reusable: await chooseReusable(inputs, terms),
    movesClock: prepared.sections.includes("test") && (await target.movesClock()),
  };
}

/** Contracts of a base to reuse: those with the right code, unless the user wants them redeployed. */
async function chooseReusable(
  { force, confirmReuse }: LiveInputs,
  { target, facts, prepared: { sections, release }, existing: { base } }: JournalTerms,
): Promise<Record<string, string>> {
  if (force === true || !sections.includes("base") || base === undefined) return {};
  const reader = new ProviderReader(target.provider, facts);
  const reusable = await findReusable(reader, release, { ...base });
  // A live network's staking token is never redeployed, so there is nothing to ask about it.
  const names = Object.keys(reusable).filter(
    (name) => name !== "DAOToken" || isPrivate(target.chain),
  );
  if (names.length === 0 || (await confirmReuse?.(names)) === false) return {};
  return reusable;
}
