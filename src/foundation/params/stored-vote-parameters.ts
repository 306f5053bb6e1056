import { parseUnits, ZeroAddress } from "ethers";

import { argumentsByName, functionEntry, type AbiEntries } from "../arc/abi.js";
import type { Artifact } from "../arc/artifact.js";
import { hasQueue } from "../arc/features.js";
import { FIXED_POINT } from "../arc/fixed-point.js";
import type { VotingMachineName } from "../arc/voting-machines.js";
import { toWhole, wholeNumber } from "./file/numbers.js";
import type { Argument, GenesisProtocolParameters, VoteParameters } from "./parameters.js";

/*
 * How a voting machine gets vote parameters and stores them in each release, how a file writes what it stores, and how a
 * factory gets them.
 */

/** The numbers of `setParameters` since rc.3, and of a factory's `_votingParams`, in order. */
export const VOTE_NUMBERS = [
  "queuedVoteRequiredPercentage",
  "queuedVotePeriodLimit",
  "boostedVotePeriodLimit",
  "preBoostedVotePeriodLimit",
  "thresholdConst",
  "quietEndingPeriod",
  "proposingRepReward",
  "votersReputationLossRatio",
  "minimumDaoBounty",
  "daoBountyConst",
  "activationTime",
] as const satisfies readonly (keyof GenesisProtocolParameters)[];

/**
 * Values that GenesisProtocol of alpha.53 to alpha.58 needs but a parameters file has no fields for. The predecessor of
 * that time used these. Fees and ratios are percent.
 */
const ALPHA_DEFAULTS: Readonly<Record<string, bigint>> = {
  thresholdConstA: parseUnits("7", "gwei"),
  thresholdConstB: 3n,
  minimumStakingFee: 0n,
  proposingRepRewardConstA: 5n,
  proposingRepRewardConstB: 5n,
  stakerFeeRatioForVoters: 50n,
  votersGainRepRatioFromLostRep: 80n,
  daoBountyConst: 75n,
};

/** The numbers of `setParameters` up to alpha.58, in order, by today's names. */
const ALPHA_NUMBERS = [
  "queuedVoteRequiredPercentage",
  "queuedVotePeriodLimit",
  "boostedVotePeriodLimit",
  "thresholdConstA",
  "thresholdConstB",
  "minimumStakingFee",
  "quietEndingPeriod",
  "proposingRepRewardConstA",
  "proposingRepRewardConstB",
  "stakerFeeRatioForVoters",
  "votersReputationLossRatio",
  "votersGainRepRatioFromLostRep",
  "daoBountyConst",
  "minimumDaoBounty",
];

/** Names up to alpha.58, which said pre-boosted for what is now queued; later, pre-boosted is a state of its own. */
const ALPHA_NAMES: Readonly<Record<string, string>> = {
  preBoostedVoteRequiredPercentage: "queuedVoteRequiredPercentage",
  preBoostedVotePeriodLimit: "queuedVotePeriodLimit",
};

/** Vote parameters of a file, without hashes of existing ones. */
type VoteSet = Exclude<VoteParameters, { readonly votingParamsHash: string }>;

/** Vote parameters by today's names: as a voting machine stores them, or as an inspection describes them. */
export type Rules = Readonly<Record<string, unknown>>;

/**
 * The arguments of a voting machine's `setParameters`, and what it stores for them, by today's names.
 * @param machine the one of the release that these parameters are for
 */
export function toStored(
  machine: Artifact,
  set: VoteSet,
): { readonly args: unknown[]; readonly stored: Readonly<Record<string, string | bigint>> } {
  const entry = functionEntry(machine, "setParameters");
  if ("absoluteVote" in set) {
    const { votePerc: precReq, voteOnBehalf } = set.absoluteVote;
    const args = argumentsByName(entry, { _precReq: precReq, _voteOnBehalf: voteOnBehalf });
    return { args, stored: { precReq, voteOnBehalf } };
  }
  const isAlpha = !hasQueue(machine);
  const values: Readonly<Record<string, string | bigint>> = isAlpha
    ? { ...set, ...ALPHA_DEFAULTS }
    : { ...set };
  const args = argumentsByName(entry, {
    _params: (isAlpha ? ALPHA_NUMBERS : VOTE_NUMBERS).map((name) => values[name]),
    _voteOnBehalf: set.voteOnBehalf,
  });
  if (isAlpha) return { args, stored: values };
  return {
    args,
    stored: { ...values, thresholdConst: (set.thresholdConst * FIXED_POINT) / 1000n },
  };
}

/** A contract of any release that can be read, through any library. */
export interface Readable {
  readonly abi: { readonly fragments: AbiEntries };
  read(functionName: string, ...args: readonly unknown[]): Promise<readonly unknown[]>;
}

/** Reads what a universal contract stores under a parameters hash, by its own names; all 0 if nothing was set. */
export async function readStored(contract: Readable, hash: string): Promise<Rules> {
  const outputs = contract.abi.fragments.find(({ name }) => name === "parameters")?.outputs ?? [];
  const values = await contract.read("parameters", hash);
  return Object.fromEntries(outputs.map(({ name }, index) => [name, values[index]]));
}

/** Reads what a voting machine stores under a hash, by today's names; see `areSet`. */
export async function readRules(machine: Readable, hash: string): Promise<Rules> {
  const stored = await readStored(machine, hash);
  if (!Object.hasOwn(stored, "preBoostedVoteRequiredPercentage")) return stored;
  const rules = Object.entries(stored).map(([name, value]) => [ALPHA_NAMES[name] ?? name, value]);
  // In alpha.58, two numbers have a getter of their own.
  if (machine.abi.fragments.some(({ name }) => name === "getDaoBountyParams")) {
    const [bounty] = (await machine.read("getDaoBountyParams", hash)) as [readonly unknown[]];
    rules.push(["daoBountyConst", bounty[0]], ["minimumDaoBounty", bounty[1]]);
  }
  return Object.fromEntries(rules) as Rules;
}

/** Whether a voting machine has vote parameters: the required percentage is never 0 once it is set. */
export function areSet({ queuedVoteRequiredPercentage, precReq }: Rules): boolean {
  return (queuedVoteRequiredPercentage ?? precReq) !== 0n;
}

/** How a file writes what GenesisProtocol stores, by today's names, in the order of a description. */
const AS_IN_FILE: Readonly<Record<string, (stored: string) => string | number>> = {
  queuedVoteRequiredPercentage: Number,
  queuedVotePeriodLimit: Number,
  boostedVotePeriodLimit: Number,
  preBoostedVotePeriodLimit: Number,
  quietEndingPeriod: Number,
  votersReputationLossRatio: Number,
  activationTime: Number,
  thresholdConst: thousandths,
  proposingRepReward: toWhole,
  minimumDaoBounty: toWhole,
  daoBountyConst: String,
  voteOnBehalf: String,
};
/** What GenesisProtocol stores although it follows from the threshold. */
const DERIVED = "limitExponentValue";

/**
 * Converts the stored fixed-point number back to the number in the parameters file, with more digits if it needs them.
 */
function thousandths(stored: string): string {
  const value = BigInt(stored);
  const nearest = (value * 1000n + FIXED_POINT / 2n) / FIXED_POINT;
  if ((nearest * FIXED_POINT) / 1000n === value) return String(nearest);
  const more = (value * 10n ** 15n) / FIXED_POINT;
  return `${more / 10n ** 12n}.${String(more % 10n ** 12n).padStart(12, "0")}`;
}

/**
 * What a voting machine stores, as a file writes it. What a release lacks is absent; `others` is what a file has no field
 * for, as stored.
 */
export function inFile(machine: VotingMachineName, stored: Rules): Rules {
  if (machine !== "GenesisProtocol") {
    const { precReq, voteOnBehalf, allowOwner } = stored;
    return {
      votePerc: Number(precReq),
      ...(allowOwner !== undefined && { allowOwner }),
      ...(voteOnBehalf !== undefined && { voteOnBehalf }),
    };
  }
  const all = new Map(Object.entries(stored).map(([name, value]) => [name, String(value)]));
  const fields = Object.entries(AS_IN_FILE).flatMap(([name, convert]) => {
    const value = all.get(name);
    return value === undefined ? [] : [[name, convert(value)] as const];
  });
  for (const name of [DERIVED, ...Object.keys(AS_IN_FILE)]) all.delete(name);
  const others = all.size > 0 ? { others: Object.fromEntries(all) } : {};
  return { ...Object.fromEntries(fields), ...others };
}

/** Values that a file must have although the release has no such fields. A migration ignores them. */
const UNUSED = {
  preBoostedVotePeriodLimit: 0,
  thresholdConst: "2000",
  proposingRepReward: "0",
  activationTime: 0,
  daoBountyConst: "1",
  voteOnBehalf: ZeroAddress,
};

/**
 * A whole entry of VotingMachinesParams for what an inspection describes; undefined if a migration would set others of
 * the numbers that a file has no fields for.
 */
export function wholeEntry({ others, ...known }: { readonly others?: Rules }): object | undefined {
  const { daoBountyConst = String(ALPHA_DEFAULTS.daoBountyConst) } = known as Partial<Rules>;
  const isFixed = ([name, value]: [string, unknown]) => String(ALPHA_DEFAULTS[name]) === value;
  if (others !== undefined && !Object.entries({ ...others, daoBountyConst }).every(isFixed)) {
    return undefined;
  }
  const values: Rules = { ...UNUSED, ...known };
  const entries = [...VOTE_NUMBERS, "voteOnBehalf"].map((field) => {
    const value = values[field];
    // A number that is not exact stays one, and what reads files refuses it.
    return [field, typeof value === "string" ? wholeNumber(value) : value];
  });
  return Object.fromEntries(entries) as object;
}

/**
 * Vote parameters by the names and in the units of a file, as text.
 * @param stored those to compare with. Up to alpha.58, a migration sets some to a fixed number, whatever the file says
 */
export function fileTexts(set: VoteSet, stored: Rules): Readonly<Record<string, string>> {
  if ("absoluteVote" in set) {
    const { votePerc, voteOnBehalf } = set.absoluteVote;
    return { votePerc: String(votePerc), voteOnBehalf };
  }
  const isAlpha = stored.preBoostedVotePeriodLimit === undefined;
  const isFixed = (field: string) => isAlpha && Object.hasOwn(ALPHA_DEFAULTS, field);
  const texts = VOTE_NUMBERS.filter((field) => !isFixed(field)).map((field) => {
    const isAmount = AS_IN_FILE[field] === toWhole;
    return [field, isAmount ? toWhole(set[field]) : String(set[field])] as const;
  });
  return { ...Object.fromEntries(texts), voteOnBehalf: set.voteOnBehalf };
}

/** Parameters through which factories get vote parameters, by the names under which they are stored. */
export const FACTORY_VOTES = {
  type: "voteParamsType",
  numbers: "votingParams",
  behalf: "voteOnBehalf",
} as const;
/** A type with which a factory uses the given numbers; 1 to 3 select sets of its own, up to this one. */
const GIVEN = 0n;
export const LAST_TYPE = 3n;

/**
 * The vote parameters that a factory gets as numbers, by a file's fields; undefined if it gets none, or uses a set of its
 * own.
 * @param valueOf an argument of the factory, by its name
 */
export function factoryVoteSet(
  valueOf: (name: string) => Argument | undefined,
): Partial<GenesisProtocolParameters> | undefined {
  const { type, numbers, behalf } = FACTORY_VOTES;
  const [given, values] = [valueOf(type) ?? GIVEN, valueOf(numbers)];
  if (given !== GIVEN || !Array.isArray(values)) return undefined;
  const voteOnBehalf = valueOf(behalf);
  return {
    ...Object.fromEntries(
      VOTE_NUMBERS.map((field, i) => [field, (values as readonly Argument[])[i]]),
    ),
    voteOnBehalf: typeof voteOnBehalf === "string" ? voteOnBehalf : "",
  };
}
