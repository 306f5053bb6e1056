import { BuildFiles, type BuildFolders } from "../../../src/foundation/arc/build-files.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { ParameterIssue } from "../../../src/foundation/params/file/issues.js";
import { ParametersError } from "../../../src/foundation/params/file/issues.js";
import type { ResolvedParameters } from "../../../src/foundation/params/load-parameters.js";
import { resolveParameters } from "../../../src/foundation/params/load-parameters.js";
import type { DaoParameters } from "../../../src/foundation/params/parameters.js";
import type { ParametersContext } from "../../../src/foundation/params/resolve/resolution.js";
import { rejection } from "../../rejection.js";

export const ADDRESS = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
export const OTHER_ADDRESS = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
export const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";

/** Every built-in scheme, switched on as in a file. */
export const ALL_SCHEMES = {
  SchemeRegistrar: true,
  ContributionReward: true,
  GenericScheme: true,
  GlobalConstraintRegistrar: true,
  UpgradeScheme: true,
};

/** A DAO that gets nothing, as parameters are once they are resolved. */
export const EMPTY_DAO: DaoParameters = {
  ...{ orgName: "Org", tokenName: "Token", tokenSymbol: "TOK" },
  ...{ founders: [], votingMachinesParams: [], standAloneContracts: [], customSchemes: [] },
  ...{ unregisterOwner: false, useUController: false, useDaoCreator: false, noTrack: true },
  schemes: {
    SchemeRegistrar: [],
    ContributionReward: [],
    GenericScheme: [],
    GlobalConstraintRegistrar: [],
    UpgradeScheme: [],
  },
};

/** A set of vote parameters as in a file, valid for every GenesisProtocol. */
export const GENESIS_PROTOCOL = {
  queuedVoteRequiredPercentage: 50,
  queuedVotePeriodLimit: 1800,
  boostedVotePeriodLimit: 600,
  preBoostedVotePeriodLimit: 600,
  thresholdConst: 2000,
  quietEndingPeriod: 300,
  proposingRepReward: 5,
  votersReputationLossRatio: 1,
  minimumDaoBounty: 100,
  daoBountyConst: 10,
  activationTime: 0,
  voteOnBehalf: ZERO_ADDRESS,
};

/** The latest release on a private network, with real artifacts. */
export const CONTEXT: ParametersContext = {
  network: "private",
  arcVersion: "0.0.1-rc.57",
  openRelease: async (version) => await openArcRelease(version),
};

export type TestContext = Partial<ParametersContext> & BuildFolders;

export async function resolve(
  raw: unknown,
  context: TestContext = {},
): Promise<ResolvedParameters> {
  return await resolveParameters(raw, { ...CONTEXT, builds: new BuildFiles(context), ...context });
}

/** Returns the mistakes that parameters are refused for; fails if they are accepted. */
export async function mistakesOf(
  raw: unknown,
  context: TestContext = {},
): Promise<readonly ParameterIssue[]> {
  const error = await rejection(resolve(raw, context));
  if (error instanceof ParametersError) return error.issues;
  throw error;
}

/** Returns every mistake and warning about parameters, one per line: where, what, what was found, what is wanted. */
export async function saidOf(raw: unknown, context: TestContext = {}): Promise<string[]> {
  let mistakes: readonly ParameterIssue[] = [];
  let warnings: readonly ParameterIssue[];
  try {
    ({ warnings } = await resolve(raw, context));
  } catch (error) {
    if (!(error instanceof ParametersError)) throw error;
    ({ issues: mistakes, warnings } = error);
  }
  const line = ({ path, message, found, wanted }: ParameterIssue) =>
    `${path}: ${message}; found ${found}; wanted ${wanted}`;
  return [...mistakes.map(line), ...warnings.map((warning) => `Warning: ${line(warning)}`)];
}

/** Returns a deep copy without absent values. */
export function defined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(defined);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, defined(item)]));
}

/** Returns the paths of issues, for quick comparison. */
export function places(issues: readonly ParameterIssue[]): string[] {
  return issues.map(({ path }) => path);
}

/** Returns a copy without some keys. */
export function without<T extends object, Key extends keyof T>(
  object: T,
  ...keys: Key[]
): Omit<T, Key> {
  const copy = { ...object };
  for (const key of keys) delete copy[key];
  return copy;
}
