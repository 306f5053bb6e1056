import { isDeepStrictEqual } from "node:util";

import { networkNameOf, type NetworkName } from "../chain/networks.js";
import { isPrivate } from "../chain/private-chain.js";
import type { ChainIdentity } from "../chain/identity.js";
import { isSameAddress } from "../chain/same-address.js";
import type {
  DaoResult,
  DemoTestResult,
  LedgerEntry,
  OrganizationResult,
  ResultSections,
} from "./result.js";

/**
 * The contents of a result file: what one chain has now, and everything that the file had before. Sections stay with
 * the base that they were made on.
 */
export interface Ledger {
  readonly top: LedgerEntry | undefined;
  /** Oldest first. */
  readonly others: readonly LedgerEntry[];
}

export const EMPTY: Ledger = { top: undefined, others: [] };

/**
 * Whether an entry belongs to a chain. The hash of block 0 distinguishes a restarted chain from the previous one. An
 * entry without a hash comes from a predecessor's file, and is matched by network.
 */
function isOf(entry: LedgerEntry, chain: ChainIdentity): boolean {
  if (entry.inProcess === true || chain.inProcess) return false;
  if (entry.genesis === undefined) return networkNameOf(entry.network) === chain.name;
  return entry.chainId === chain.chainId && entry.genesis === chain.genesis;
}

/** The release of an entry: that of its base, or of what was made on someone else's base. */
export function releaseOfEntry({ base, dao, test }: LedgerEntry): string | undefined {
  return (base ?? dao ?? test)?.arcVersion;
}

/**
 * The entries of a chain, newest first. A migration builds on the first.
 * @param arcVersion the required release; default: any
 */
export function entriesOf(
  ledger: Ledger,
  chain: ChainIdentity,
  arcVersion?: string,
): readonly LedgerEntry[] {
  return newestFirst(ledger)
    .filter((entry) => isOf(entry, chain))
    .filter((entry) => arcVersion === undefined || releaseOfEntry(entry) === arcVersion);
}

/** The DAO or demo test of an entry with this avatar. */
export function organizationWith(
  { dao, test }: LedgerEntry,
  avatar: string,
): DaoResult | DemoTestResult | undefined {
  return [dao, test].find((made) => isSameAddress(avatar, made?.Avatar));
}

/** The newest of a chain's entries that has a DAO or demo test, by its avatar. */
export function entryOfDao(
  entries: readonly LedgerEntry[],
  avatar: string,
): LedgerEntry | undefined {
  return entries.find((entry) => organizationWith(entry, avatar) !== undefined);
}

/**
 * The newest DAO of a chain that was made from the same inputs, on the same base, and passed its check.
 * @param inputs hash of the inputs
 */
export function organizationMadeFrom(
  ledger: Ledger,
  chain: ChainIdentity,
  base: ResultSections["base"],
  section: "dao" | "test",
  inputs: string,
): OrganizationResult | undefined {
  return newestFirst(ledger)
    .filter((entry) => isOf(entry, chain))
    .filter((entry) => entry.base === undefined || isEqualBase(entry.base, base))
    .map((entry) => entry[section])
    .find((made) => made?.inputs === inputs && made.unsafe === undefined);
}

/** The newest entry of a network by its name, whatever chain it is. */
export function entryOfNetwork(
  ledger: Ledger,
  network: NetworkName,
  arcVersion: string | undefined,
): LedgerEntry | undefined {
  return newestFirst(ledger)
    .filter((entry) => networkNameOf(entry.network) === network)
    .find((entry) => arcVersion === undefined || releaseOfEntry(entry) === arcVersion);
}

/** What a migration adds to a ledger. */
export interface Addition {
  readonly chain: ChainIdentity;
  readonly existing: ResultSections;
  readonly made: ResultSections;
  /** Whether `made` is a DAO that existed before: it does not take the place of the chain's newest DAO. */
  readonly isChange?: boolean;
  /** Which transactions created its contracts. */
  readonly createdIn?: LedgerEntry["createdIn"];
  /** ISO 8601. */
  readonly now: string;
}

/**
 * Adds a migration to a ledger. What it made moves to the top, beside the sections of the same base. The previous top
 * moves to `others`, except for entries of chains that ended with their process.
 * @returns also the entries that left the top
 */
export function addTo(
  ledger: Ledger,
  { chain, existing, made, isChange = false, createdIn, now }: Addition,
): { readonly ledger: Ledger; readonly replaced: readonly LedgerEntry[] } {
  const beside = isChange ? besideNewest(ledger, chain, made) : undefined;
  if (beside !== undefined) return { ledger: { ...ledger, others: beside }, replaced: [] };
  const base = made.base ?? existing.base;
  const own = newestFirst(ledger).find(
    (entry) => isOf(entry, chain) && isSameBase(entry, base, made),
  );
  const replaced = [
    ...(ledger.top !== undefined && ledger.top !== own ? [ledger.top] : []),
    ...(own === undefined ? [] : displaced(own, made)),
  ]
    .filter(isWorthKeeping)
    .map((entry) => ({ ...entry, replaced: now }));
  const top: LedgerEntry = {
    network: chain.name,
    chainId: chain.chainId,
    genesis: chain.genesis,
    ...(chain.inProcess && { inProcess: true }),
    ...(own && keptSections(own)),
    ...sectionsOf(made),
    ...((own?.createdIn ?? createdIn) && { createdIn: { ...own?.createdIn, ...createdIn } }),
  };
  const others = ledger.others.filter((entry) => entry !== own && isWorthKeeping(entry));
  return { ledger: { top, others: [...others, ...replaced] }, replaced };
}

/**
 * The other entries with a DAO that was changed, if the chain's newest entry has another one. A DAO that was not in the
 * file comes first, as the oldest.
 */
function besideNewest(
  { top, others }: Ledger,
  chain: ChainIdentity,
  { dao }: ResultSections,
): readonly LedgerEntry[] | undefined {
  const [newest, ...rest] = entriesOf({ top, others }, chain);
  if (top === undefined || dao === undefined) return undefined;
  if (newest?.dao === undefined || newest.dao.Avatar === dao.Avatar) return undefined;
  const own = rest.find((entry) => entry.dao?.Avatar === dao.Avatar);
  if (own !== undefined) return others.map((entry) => (entry === own ? { ...own, dao } : entry));
  return [{ network: chain.name, chainId: chain.chainId, genesis: chain.genesis, dao }, ...others];
}

export function sectionsOf({ base, dao, test }: ResultSections = {}): ResultSections {
  return { ...(base && { base }), ...(dao && { dao }), ...(test && { test }) };
}

/** A DAO on a base that was not deployed here has an entry without a base. */
function isSameBase(
  entry: LedgerEntry,
  base: ResultSections["base"],
  made: ResultSections,
): boolean {
  if (entry.base !== undefined) return isEqualBase(entry.base, base);
  return made.base === undefined && releaseOfEntry(entry) === base?.arcVersion;
}

/** Earlier DAOs of the entry that were made again, each with its base. */
function displaced(own: LedgerEntry, made: ResultSections): LedgerEntry[] {
  return (["dao", "test"] as const).flatMap((name) => {
    const earlier = own[name];
    if (earlier === undefined || made[name] === undefined) return [];
    if (earlier.Avatar === made[name].Avatar) return [];
    const { dao: _dao, test: _test, ...rest } = own;
    return [{ ...rest, [name]: earlier }];
  });
}

/** Any private chain may match an entry without a genesis hash, so only a base that was found on the chain is kept. */
function keptSections(own: LedgerEntry): ResultSections {
  if (!isAnyPrivateChain(own)) return sectionsOf(own);
  return own.base === undefined ? {} : { base: own.base };
}

/**
 * Whether an entry can still be used: not if its chain ended with its process, or is a private one in a predecessor's
 * file, which no longer exists.
 */
function isWorthKeeping(entry: LedgerEntry): boolean {
  if (entry.inProcess === true || Object.keys(sectionsOf(entry)).length === 0) return false;
  return !isAnyPrivateChain(entry);
}

function isAnyPrivateChain({ network, genesis }: LedgerEntry): boolean {
  return genesis === undefined && isPrivate({ name: network, chainId: 0 });
}

export function newestFirst({ top, others }: Ledger): readonly LedgerEntry[] {
  return [...(top === undefined ? [] : [top]), ...others.toReversed()];
}

function isEqualBase(one: ResultSections["base"], other: ResultSections["base"]): boolean {
  return isDeepStrictEqual(lowerCase(one), lowerCase(other));
}

function lowerCase(value: object | undefined): unknown {
  return JSON.parse(JSON.stringify(value ?? {}).toLowerCase());
}
