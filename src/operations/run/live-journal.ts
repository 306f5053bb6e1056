import { existsSync } from "node:fs";

import { mostDataFee } from "../../foundation/chain/data-fee.js";
import { capFees, highestPrice, quoteFees } from "../../foundation/chain/fees.js";
import { BLOCKS_BEHIND } from "../../foundation/chain/incomplete-answers.js";
import { FileJournal } from "../../engine/execution/journal/file-journal.js";
import { Journal } from "../../engine/execution/journal/journal.js";
import type { JournalHeader } from "../../engine/execution/journal/lines.js";
import { readHeader, type JournalContents } from "../../engine/execution/journal/read-journal.js";
import {
  findOwn,
  hashInputs,
  isSame,
  type MigrationIdentity,
} from "../../engine/execution/journal/whose-journal.js";
import { ProviderReader } from "../../engine/execution/deployers/provider-reader.js";
import { chooseReusable } from "../../engine/migration/reuse-contracts.js";
import { requireTrusted, unknownContracts } from "../../engine/migration/trusted-base.js";
import { journalPath } from "./account-lock.js";
import { ofUnrecorded, reportExistingDao, requireNewDao } from "./existing-dao.js";
import type { LiveInputs } from "./live-inputs.js";
import type { MigrationTerms } from "./prepare.js";
import type { SentTerms } from "./sent-steps.js";

/** A journal, and what to do about steps that the account has sent and that it does not have. */
export interface OpenJournal<Kind extends Journal = Journal> {
  readonly journal: Kind;
  readonly mode: SentTerms["mode"];
}

/**
 * Resumes the journal of the same migration, or begins a new one and asks which contracts to reuse. A new journal is
 * written when the first step is signed; with `restart`, the old one is set aside at the same time.
 * @param earlierOutputs result files of the account's unfinished migrations, beside which this one's journal may be
 */
export async function openJournal(
  inputs: LiveInputs,
  terms: MigrationTerms,
  earlierOutputs: Iterable<string> = [],
): Promise<OpenJournal<FileJournal>> {
  const path = await pathOf(inputs, terms, earlierOutputs);
  const found = await findJournal(path, inputs, terms);
  if (found !== undefined) {
    await requireTrustedBase(inputs, terms, found.header.reusable);
    const journal = await FileJournal.resume(path, found);
    inputs.onEvent?.({ type: "resumed", journal: path, steps: journal.steps.length });
    return { journal, mode: "take" };
  }
  const mode = terms.prepared.change === undefined ? await requireNewDao(inputs, terms) : "decided";
  const header = await prepareHeader(inputs, terms, mode);
  await requireTrustedBase(inputs, terms, header.reusable);
  const journal = FileJournal.begin(path, header, (to) => {
    inputs.onEvent?.({ type: "journalSetAside", journal: path, to });
  });
  return { journal, mode };
}

/** The same for a preview, without writing a file. */
export async function previewJournal(
  inputs: LiveInputs,
  terms: MigrationTerms,
): Promise<OpenJournal> {
  const path = journalPath(inputs.output);
  const found = await findJournal(path, inputs, terms);
  if (found === undefined) {
    const { force = false, restart = false } = inputs;
    const another = (await reportExistingDao(terms, inputs.onEvent)) || force || restart;
    const ofNew = another ? "ignore" : ofUnrecorded(terms);
    const mode = terms.prepared.change === undefined ? ofNew : "decided";
    return { journal: new Journal(await prepareHeader(inputs, terms, mode)), mode };
  }
  const journal = new Journal(found.header, found.lines);
  inputs.onEvent?.({ type: "resumed", journal: path, steps: journal.steps.length });
  return { journal, mode: "take" };
}

/** Where the journal is: beside the result file, or beside the one that the same migration had before. */
async function pathOf(
  { output, restart }: LiveInputs,
  terms: MigrationTerms,
  earlierOutputs: Iterable<string>,
): Promise<string> {
  const own = journalPath(output);
  if (restart === true || existsSync(own)) return own;
  for (const earlier of [...earlierOutputs].map(journalPath)) {
    const header = await readHeader(earlier).catch(() => undefined);
    if (header !== undefined && isSame(header, identityOf(terms))) return earlier;
  }
  return own;
}

/**
 * Rejects a run that uses contracts of a base which nobody trusts.
 * @param reusable contracts of the base to reuse, by name; without a base, those of the result file count
 * @throws MigrationError if nobody trusts them
 */
async function requireTrustedBase(
  inputs: LiveInputs,
  { target, facts, prepared: { release, sections, change }, existing }: MigrationTerms,
  reusable: Readonly<Record<string, string>>,
): Promise<void> {
  const base = sections.includes("base") ? reusable : existing.base;
  const contracts = change?.unproven ?? (await unknownContracts(target.chain, release, base ?? {}));
  const otherwise =
    change === undefined
      ? "deploy your own base with --redeploy"
      : "name another result file with --result";
  await requireTrusted(new ProviderReader(target.provider, facts), contracts, inputs, otherwise);
}

async function findJournal(
  path: string,
  { restart }: LiveInputs,
  terms: MigrationTerms,
): Promise<JournalContents | undefined> {
  const { target, facts, prepared } = terms;
  return await findOwn(path, restart === true, {
    identity: identityOf(terms),
    testAccounts: facts.testAccounts,
    reader: new ProviderReader(target.provider, facts),
    provider: target.provider,
    release: prepared.release,
  });
}

function identityOf({ target, facts, prepared, existing }: MigrationTerms): MigrationIdentity {
  const { account, testAccounts } = facts;
  const { chainId, genesis, ...network } = target.chain;
  const inputs = hashInputs({ ...prepared, base: existing.base, testAccounts, network });
  return { chainId, genesis, account, inputs };
}

async function prepareHeader(
  inputs: LiveInputs,
  terms: MigrationTerms,
  mode: SentTerms["mode"],
): Promise<JournalHeader> {
  const { target, facts, prepared, existing } = terms;
  const { fees } = await quoteFees(inputs.provider, inputs.gasPrice);
  const makesDemo = prepared.sections.includes("test");
  const signing = new Set([facts.account, ...(makesDemo ? facts.testAccounts : [])]);
  const nonces = await Promise.all(
    [...signing].map(async (account) => [account, await target.nextNonce(account)] as const),
  );
  const ofBase = prepared.sections.includes("base") ? existing.base : undefined;
  const reader = async () => {
    const block = await target.blockAfterSent(facts.account);
    return new ProviderReader(target.provider, { ...facts, block });
  };
  const gasPrice = highestPrice(capFees(fees, inputs.maxGasPrice ?? highestPrice(fees)));
  return {
    ...identityOf(terms),
    transactionGasLimit: facts.transactionGasLimit,
    fundingGasPrice: gasPrice,
    ...(makesDemo && {
      fundingDataFee: await mostDataFee(target.provider, target.chain.chainId, gasPrice),
    }),
    // The nonces may be those of a node that was behind this one.
    firstBlock: Math.max(0, (await target.blockNumber()) - BLOCKS_BEHIND),
    reusable: await chooseReusable(reader, prepared.release, ofBase, inputs),
    movesClock: makesDemo && (await target.movesClock()),
    nonces: Object.fromEntries(nonces),
    // The same proposal may be made again after a vote on the first; open ones are found on the chain.
    mayHaveEarlier: mode === "take" || mode === "ask",
    begunByRestart: inputs.restart === true,
  };
}
