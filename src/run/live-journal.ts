import { rm } from "node:fs/promises";

import { highestPrice, suggestFees } from "../chain/fees.js";
import { isPrivate } from "../chain/networks.js";
import type { Target } from "../chain/target.js";
import { Journal, type JournalHeader } from "../execution/journal/journal.js";
import { requireSame, type MigrationIdentity } from "../execution/journal/migration-identity.js";
import type { ChainFacts } from "../execution/steps/step.js";
import { ProviderReader } from "../execution/deployers/provider-reader.js";
import { findReusable } from "../migration/reuse.js";
import type { ResultSections } from "../result/result.js";
import { inputsHash } from "./inputs-hash.js";
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
export async function journalOf(inputs: LiveInputs, terms: JournalTerms): Promise<Journal> {
  const path = journalPath(inputs.output);
  const identity = identityOf(terms);
  const found = inputs.restart === true ? undefined : await Journal.headerOf(path);
  if (found === undefined) return await beginJournal(path, identity, inputs, terms);
  requireSame(path, found, identity);
  const journal = await Journal.resume(path);
  inputs.onEvent?.({ type: "resumed", journal: path, steps: journal.steps.length });
  return journal;
}

function identityOf({ target, facts, prepared, existing }: JournalTerms): MigrationIdentity {
  return {
    chainId: target.chain.chainId,
    genesis: target.chain.genesis,
    account: facts.account,
    inputs: inputsHash(prepared, existing.base, facts.testAccounts),
  };
}

async function beginJournal(
  path: string,
  identity: MigrationIdentity,
  inputs: LiveInputs,
  terms: JournalTerms,
): Promise<Journal> {
  const { target, facts, prepared } = terms;
  const fees = await suggestFees(inputs.provider, inputs.gasPrice);
  const header: JournalHeader = {
    ...identity,
    transactionGasLimit: facts.transactionGasLimit.toString(),
    fundingGasPrice: highestPrice(fees).toString(),
    firstBlock: await target.blockNumber(),
    reusable: await chooseReusable(inputs, terms),
    movesClock: prepared.sections.includes("test") && (await target.movesClock()),
  };
  // Without a whole header nothing was ever sent from it.
  await rm(path, { force: true });
  return await Journal.create(path, header);
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
