import { isDeepStrictEqual } from "node:util";

import { signature } from "../../../src/foundation/arc/abi.js";
import type { AbiEntry } from "../../../src/foundation/arc/artifact.js";
import { BuildFiles, type BuildFolders } from "../../../src/foundation/arc/build-files.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { ParameterIssue } from "../../../src/foundation/params/file/issues.js";
import { ParametersError } from "../../../src/foundation/params/file/issues.js";
import type { ResolvedParameters } from "../../../src/foundation/params/load-parameters.js";
import { resolveParameters } from "../../../src/foundation/params/load-parameters.js";
import type { DaoParameters } from "../../../src/foundation/params/parameters.js";
import type { ParametersContext } from "../../../src/foundation/params/resolve/resolution.js";
import { expectGoldenCases } from "../../golden.js";
import { withCustomAbis } from "./build-files.js";
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

type TestContext = Partial<ParametersContext> & BuildFolders;

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

/** Parameters, with the release that they are for (default: rc.57), or with ABIs in custom-abis. */
export type SaidCase = readonly [
  what: string,
  raw: unknown,
  context?: string | Readonly<Record<string, readonly AbiEntry[] | string>>,
];

/**
 * Compares with a golden file what several parameters become: every mistake and warning, and, unless they are refused,
 * what differs from parameters that say nothing.
 */
export function itSays(test: string, name: string, cases: readonly SaidCase[]): void {
  it("is complete", async () => {
    const said: Record<string, string> = {};
    for (const [what, raw, context = "rc.57"] of cases) {
      const text = async (more: TestContext) =>
        [...(await saidOf(raw, more)), ...(await meaningOf(raw, more))].join("\n");
      said[what] =
        typeof context === "string"
          ? await text({ arcVersion: context })
          : await withCustomAbis(context, async (customAbis) =>
              (await text({ customAbis })).replaceAll(customAbis, "custom-abis"),
            );
    }
    expectGoldenCases(test, name, said);
  });
}

/** Returns what parameters say that others do not, one value or list entry per line; nothing if they are refused. */
async function meaningOf(raw: unknown, context: TestContext): Promise<string[]> {
  const usual = (await resolve({ VotingMachinesParams: [GENESIS_PROTOCOL] }, context)).parameters;
  const found = await resolve(raw, context).catch(() => undefined);
  return Object.entries(found?.parameters ?? {}).flatMap(([key, value]: [string, unknown]) => {
    if (isDeepStrictEqual(value, usual[key as keyof typeof usual])) return [];
    const list = key === "schemes" ? Object.entries(value!).filter(hasEntries) : [value].flat();
    return list.map((each, index) => {
      const isUsual = isDeepStrictEqual(each, usual.votingMachinesParams[0]);
      const place = list.length > 1 ? `${key}[${index}]` : key;
      return `${place} = ${isUsual ? "the usual ones" : written(each)}`;
    });
  });
}

const hasEntries = ([, list]: [string, unknown]) => (list as readonly unknown[]).length > 0;

/** JSON with ABI entries as signatures. */
function written(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === "bigint") return String(each);
    return typeof each === "object" && each !== null && "inputs" in each
      ? signature(each as AbiEntry)
      : each;
  });
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
