import { MigrationError } from "../support/errors.js";
import { chainIdOf, sectionNames, type NetworkName } from "../chain/networks.js";
import type { BaseResult, DaoResult, DemoTestResult, ResultSections } from "./result.js";

/** A network that only the predecessor's files have. */
const ROPSTEN = "ropsten";
const SECTIONS: readonly string[] = ["base", "dao", "test"];

type Table = Readonly<Record<string, unknown>>;

/**
 * Sections of a file that the predecessor wrote. It had two shapes: sections keyed by network and
 * Arc version (`{mainnet: {base: {"0.0.1-rc.57": {...}}}}`, GEN being the staking token and
 * DAOToken, Reputation the DAO's own), and up to rc.9 the flat sections of the specification, with
 * or without a network around them.
 * @param network whose part is wanted
 * @param arcVersion whose part is wanted, where the file tells releases apart
 */
export function legacySections(
  content: Table,
  path: string,
  network: NetworkName,
  arcVersion: string,
): ResultSections {
  const keys = Object.keys(content);
  const flat = keys.some((key) => SECTIONS.includes(key));
  if (!flat && !keys.some((key) => key === ROPSTEN || chainIdOf(key) !== undefined)) {
    throw new MigrationError(
      `${path} is not the result of a migration: it has neither the sections base, dao, test nor networks, ` +
        `but ${keys.slice(0, 5).join(", ") || "nothing"}. Name another file with --output, or move that one away.`,
    );
  }
  const name = sectionNames(network).find((key) => content[key] !== undefined) ?? network;
  const own = flat ? content : table(content[name]);
  if (own === undefined) return {};
  return {
    ...section(own.base, arcVersion, baseOf, "base"),
    ...section(own.dao, arcVersion, daoOf, "dao"),
    ...section(own.test, arcVersion, testOf, "test"),
  };
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
  if (entry === undefined) return {};
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
    Schemes: Schemes ?? [],
    StandAloneContracts: StandAloneContracts ?? [],
  } as unknown as DaoResult;
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
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Table)
    : undefined;
}
