import type { ArcRelease } from "../../../foundation/arc/artifact.js";
import { mostDataFee } from "../../../foundation/chain/data-fee.js";
import { gwei, highestPrice, quoteFees } from "../../../foundation/chain/fees.js";
import type { Network } from "../../../foundation/chain/networks.js";
import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import { senderOf, transactionIn } from "../../../foundation/chain/raw-transaction.js";
import type { ArtifactSet } from "../../../foundation/params/artifact-set.js";
import type { DaoParameters } from "../../../foundation/params/parameters.js";
import type { BaseResult } from "../../../foundation/result/result.js";
import { digestOf } from "../../../foundation/support/digest.js";
import { MigrationError, OtherMigrationError } from "../../../foundation/support/errors.js";
import type { ChainReader } from "../../migration/deployer.js";
import { findNotReusable } from "../../migration/reuse-contracts.js";
import { callOf } from "../steps/plan.js";
import type { JournalHeader, JournalLine, SignedStep } from "./lines.js";
import { readHeader, readJournal, type JournalContents } from "./read-journal.js";

/** A journal is refused if it funds test accounts for more than this many times the current fees. */
const MOST_FUNDING = 10n;

/** Everything that decides a migration's steps, except what the journal's header contains itself. */
export interface StepInputs {
  readonly sections: readonly string[];
  readonly release: Pick<ArcRelease, "version">;
  readonly dao?: { readonly parameters: DaoParameters; readonly artifacts: ArtifactSet };
  readonly change?: { readonly avatar: string };
  readonly base: BaseResult | undefined;
  readonly testAccounts: readonly string[];
  readonly network: Pick<Network, "stakingToken" | "registryOwner">;
}

/** Each input: how a message calls one that differs, and what counts of it. The header has a hash of each. */
export const INPUTS = {
  sections: [
    "different sections (base, DAO, demo test)",
    ({ sections, change }) => (change === undefined ? sections : ["change", change.avatar]),
  ],
  arcVersion: ["a different Arc release", ({ release }) => release.version],
  parameters: ["different parameters", ({ dao }) => dao?.parameters],
  customContracts: ["different custom contracts", ({ dao }) => customContractsOf(dao)],
  base: [
    "a different base",
    ({ sections, base }) => (sections.includes("base") ? undefined : base),
  ],
  testAccounts: ["different test accounts", ({ testAccounts }) => testAccounts],
  network: [
    "a different staking token or owner of the registries",
    ({ network: { stakingToken, registryOwner } }) => [stakingToken, registryOwner],
  ],
} satisfies Readonly<Record<string, readonly [string, (inputs: StepInputs) => unknown]>>;

export type MigrationIdentity = Pick<JournalHeader, "chainId" | "genesis" | "account" | "inputs">;

export interface JournalOwner {
  readonly identity: MigrationIdentity;
  readonly testAccounts: readonly string[];
  readonly provider: Eip1193Provider;
  readonly reader: ChainReader;
  readonly release: ArcRelease;
}

export function hashInputs(inputs: StepInputs): MigrationIdentity["inputs"] {
  const hashes = Object.entries(INPUTS).map(([name, [, of]]) => [name, digestOf(of(inputs))]);
  return Object.fromEntries(hashes) as MigrationIdentity["inputs"];
}

export function customContractsOf(dao: StepInputs["dao"]): readonly unknown[] {
  const custom = [...(dao?.artifacts.custom ?? [])];
  return custom.map(([name, { abi, bytecode }]) => [name, abi, bytecode]);
}

/**
 * The journal of an earlier run of this migration. A file in a folder proves nothing, so everything in it that decides
 * what is sent is compared with this migration and the chain.
 * @param restart whether to find only a journal that the same command with --restart began, which is resumed
 * @returns undefined if there is none
 * @throws MigrationError if there is a journal that this migration did not write
 */
export async function findOwn(
  path: string,
  restart: boolean,
  owner: JournalOwner,
): Promise<JournalContents | undefined> {
  if (restart) {
    const header = await readHeader(path);
    if (header?.begunByRestart !== true || !isSame(header, owner.identity)) return undefined;
  }
  const found = await readJournal(path);
  if (found === undefined) return undefined;
  requireSame(path, found.header, owner.identity);
  requireGenuine(path, found.lines, { ...owner.identity, testAccounts: owner.testAccounts });
  await requireFairFunding(path, found.header, owner);
  await requireReusable(path, found.header, owner);
  return found;
}

export function isSame(found: JournalHeader, now: MigrationIdentity): boolean {
  return differenceOf(found, now) === undefined;
}

/** @throws OtherMigrationError if a journal belongs to another migration, saying what differs */
export function requireSame(path: string, found: JournalHeader, now: MigrationIdentity): void {
  const difference = differenceOf(found, now);
  if (difference === undefined) return;
  throw new OtherMigrationError(
    `The journal ${path} belongs to another migration: ${difference}. Finish that one with the inputs it was started ` +
      "with, or pass --restart to leave it unfinished and start over.",
    { journal: path },
  );
}

function differenceOf(found: JournalHeader, now: MigrationIdentity): string | undefined {
  if (found.chainId !== now.chainId) {
    return `its chain ID is ${found.chainId}, this chain's is ${now.chainId}`;
  }
  if (found.genesis !== now.genesis) {
    return (
      `the first block of its chain is ${found.genesis}, this chain's is ${now.genesis} ` +
      "(a restarted development chain is a new chain)"
    );
  }
  if (found.account !== now.account) {
    return `its account is ${found.account}, this one is ${now.account}`;
  }
  const changed = Object.entries(INPUTS).filter(
    ([name]) => found.inputs[name] !== now.inputs[name],
  );
  if (changed.length === 0) return undefined;
  return `it was started with ${changed.map(([, [words]]) => words).join(" and ")}`;
}

/**
 * Decodes each signed transaction: an account of this migration must have signed it, for this chain, with the nonce and
 * the call that its line says. These bytes may be sent again; nothing is signed again because of them.
 * @throws MigrationError naming the line's step and what is wrong
 */
export function requireGenuine(
  path: string,
  lines: readonly JournalLine[],
  owner: Pick<MigrationIdentity, "chainId" | "account"> & Pick<JournalOwner, "testAccounts">,
): void {
  for (const line of lines) {
    const problem = line.kind === "signed" ? problemOf(line, owner) : undefined;
    if (line.kind !== "signed" || problem === undefined) continue;
    throw new MigrationError(
      `The journal ${path} was not written by this migration: step ${line.step} ${problem}. ${PLANTED} Otherwise restore ` +
        "the right one, or pass --restart to start over.",
    );
  }
}

const PLANTED =
  "Nothing was signed or sent. If you did not move this file here yourself, somebody else put it there: delete it.";

function problemOf(
  line: SignedStep,
  owner: Parameters<typeof requireGenuine>[2],
): string | undefined {
  const transaction = transactionIn(line.raw);
  if (transaction === undefined) return "does not contain a transaction";
  const { to, nonce, chainId, value, data, type, accessList, blobs } = transaction;
  const from = senderOf(transaction);
  const senders = [owner.account, ...owner.testAccounts];
  if (from === null || !senders.includes(from)) {
    return `is signed by ${from ?? "nobody"}, which is not an account of this migration`;
  }
  if (from !== line.from) return `is signed by ${from}, but its line says ${line.from}`;
  if (chainId !== BigInt(owner.chainId)) return `is signed for chain ID ${chainId}`;
  if (nonce !== line.nonce) return `has nonce ${nonce}, but its line says ${line.nonce}`;
  if ((type !== 0 && type !== 2) || (accessList?.length ?? 0) > 0 || blobs !== null) {
    return "has a transaction type that this migration does not send";
  }
  if (callOf({ ...(to !== null && { to }), value, data }) !== line.call) {
    return "makes a different call than its line says";
  }
  const isFunding = to !== null && data === "0x" && owner.testAccounts.includes(to);
  if (value > 0n && !isFunding) {
    return `sends ${value} wei to ${to ?? "a new contract"}, but this migration sends funds only to its test accounts`;
  }
  return undefined;
}

/** The gas price in the journal decides how much is sent to the test accounts, so it must be plausible. */
async function requireFairFunding(
  path: string,
  { fundingGasPrice, fundingDataFee = 0n }: JournalHeader,
  { provider, identity: { chainId } }: JournalOwner,
): Promise<void> {
  const price = highestPrice((await quoteFees(provider, undefined)).fees);
  let excess = fundingGasPrice > price * MOST_FUNDING ? gwei(fundingGasPrice) : undefined;
  if (excess === undefined && fundingDataFee > 0n) {
    const fair = (await mostDataFee(provider, chainId, price)) * MOST_FUNDING;
    if (fundingDataFee > fair) excess = `${gwei(fundingDataFee)} for the data of each transaction`;
  }
  if (excess === undefined) return;
  throw new MigrationError(
    `The journal ${path} funds test accounts for ${excess}, but the chain asks for ` +
      `a ${MOST_FUNDING}th of that or less. Nothing was signed or sent. Pass --restart to start over.`,
  );
}

/** The journal's list of reused contracts may be wrong, so their code is checked on the chain again. */
async function requireReusable(
  path: string,
  { reusable }: JournalHeader,
  { reader, release }: JournalOwner,
): Promise<void> {
  const wrong = await findNotReusable(reader, release, reusable);
  if (wrong.length === 0) return;
  throw new MigrationError(
    `The journal ${path} reuses ${wrong.join(", ")}, which is not what this migration would deploy from Arc ` +
      `${release.version}. ${PLANTED} Otherwise pass --restart to start over.`,
  );
}
