import { isObject } from "../support/is-object.js";
import { MigrationError } from "../support/errors.js";
import { chainIdOf, networkNameOf, type NetworkName } from "../chain/networks.js";
import type { BaseResult, DaoResult, DemoTestResult, LedgerEntry } from "./result.js";

/** A network that only the predecessor's files contain. */
const ROPSTEN = "ropsten";
const SECTIONS: readonly string[] = ["base", "dao", "test"];

type Table = Readonly<Record<string, unknown>>;

/**
 * Reads a file of the predecessor as entries of a ledger. It had two formats: sections keyed by network and Arc version
 * (`{mainnet: {base: {"0.0.1-rc.57": {...}}}}`, where GEN is the staking token, and DAOToken and Reputation are the
 * DAO's own), and up to rc.9 the flat sections of the specification, with or without a network around them.
 * @param path for messages
 * @param asked network and release of sections that do not name theirs
 * @throws MigrationError if the file is not a result
 */
export function legacyEntries(
  content: Table,
  path: string,
  asked: { readonly network: NetworkName; readonly arcVersion: string },
): LedgerEntry[] {
  const keys = Object.keys(content);
  if (keys.some((key) => SECTIONS.includes(key))) return entriesOf(asked.network, content, asked);
  const networks = keys.filter((key) => key === ROPSTEN || chainIdOf(key) !== undefined);
  if (networks.length === 0) {
    throw new MigrationError(
      `${path} is not the result of a migration: it has neither the sections base, dao, test nor networks, ` +
        `but ${keys.slice(0, 5).join(", ") || "nothing"}. Pass another file with --result, or move that one away.`,
    );
  }
  return networks.flatMap((name) => {
    const own = table(content[name]);
    return own === undefined ? [] : entriesOf(networkNameOf(name), own, asked);
  });
}

/** The sections of one network, as one entry per release. */
function entriesOf(
  network: NetworkName,
  sections: Table,
  asked: { readonly arcVersion: string },
): LedgerEntry[] {
  const chainId = network === ROPSTEN ? 3 : (chainIdOf(network) ?? 0);
  const versions = SECTIONS.flatMap((name) => Object.keys(table(sections[name]) ?? {})).filter(
    isVersion,
  );
  const releases = versions.length > 0 ? [...new Set(versions)] : [asked.arcVersion];
  return releases
    .map((arcVersion) => ({
      network,
      chainId,
      ...section(sections.base, arcVersion, baseOf, "base"),
      ...section(sections.dao, arcVersion, daoOf, "dao"),
      ...section(sections.test, arcVersion, testOf, "test"),
    }))
    .filter(({ base, dao, test }) => (base ?? dao ?? test) !== undefined);
}

function section<Name extends string, Section>(
  value: unknown,
  arcVersion: string,
  convert: (entry: Table, arcVersion: string) => Section,
  name: Name,
): { [key in Name]?: Section } {
  const all = table(value);
  if (all === undefined) return {};
  const keyed = Object.keys(all).some(isVersion);
  const entry = keyed ? table(all[arcVersion]) : all;
  if (entry === undefined || Object.keys(entry).length === 0) return {};
  return { [name]: convert(entry, arcVersion) } as { [key in Name]?: Section };
}

function baseOf(entry: Table, arcVersion: string): BaseResult {
  const { GEN, DAOToken, ...rest } = entry;
  return { ...rest, arcVersion, DAOToken: GEN ?? DAOToken } as BaseResult;
}

function daoOf(entry: Table, arcVersion: string): DaoResult {
  const { DAOToken, Reputation, Schemes, StandAloneContracts, ...rest } = entry;
  return {
    ...rest,
    arcVersion,
    NativeToken: rest.NativeToken ?? DAOToken,
    NativeReputation: rest.NativeReputation ?? Reputation,
    Schemes: listOf(Schemes),
    StandAloneContracts: listOf(StandAloneContracts),
  } as unknown as DaoResult;
}

/** Up to rc.22 these are objects, which are empty in every known file; later, they are lists. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return Object.entries(table(value) ?? {}).map(([name, entry]) =>
    typeof entry === "string" ? { name, address: entry } : { name, ...table(entry) },
  );
}

function testOf(entry: Table, arcVersion: string): DemoTestResult {
  const { DAOToken, Reputation, ...rest } = entry;
  const queued = rest.proposalId ?? rest.queuedProposalId;
  return {
    Schemes: [],
    ...rest,
    arcVersion,
    NativeToken: rest.NativeToken ?? DAOToken,
    NativeReputation: rest.NativeReputation ?? Reputation,
    proposalId: queued,
    queuedProposalId: queued,
  } as unknown as DemoTestResult;
}

function isVersion(key: string): boolean {
  return /^\d+\.\d+\.\d+-/.test(key);
}

function table(value: unknown): Table | undefined {
  return isObject(value) ? value : undefined;
}
