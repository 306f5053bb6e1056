import { parseUnits } from "ethers";

import { argumentsByName, functionEntry } from "../arc/abi.js";
import type { Artifact } from "../arc/artifact.js";
import { hasQueue } from "../arc/features.js";
import { FIXED_POINT } from "../arc/fixed-point.js";
import { toWhole } from "./file/numbers.js";
import type { GenesisProtocolParameters, VoteParameters } from "./parameters.js";

/*
 * How a voting machine gets vote parameters and stores them in each release, and how a file writes what it stores.
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

/** Those that a file gives in whole tokens or reputation. */
const VOTE_AMOUNTS: readonly string[] = ["proposingRepReward", "minimumDaoBounty"];

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

/** The numbers of `setParameters` up to alpha.58, in order. */
const ALPHA_NUMBERS = [
  "preBoostedVoteRequiredPercentage",
  "preBoostedVotePeriodLimit",
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

/**
 * The arguments of a voting machine's `setParameters`, and what it stores for them, by its names.
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
    ? { ...set, ...inAlpha(set), ...ALPHA_DEFAULTS }
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

function inAlpha(set: GenesisProtocolParameters): Readonly<Record<string, bigint>> {
  return Object.fromEntries(
    Object.entries(ALPHA_NAMES).map(([name, today]) => [
      name,
      set[today as (typeof VOTE_NUMBERS)[number]],
    ]),
  );
}

/** What a voting machine of any release stores as vote parameters, by today's names. */
export function withTodaysNames<Value>(
  stored: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  if (!Object.hasOwn(stored, "preBoostedVoteRequiredPercentage")) return stored;
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [ALPHA_NAMES[name] ?? name, value]),
  );
}

/** How a file writes what GenesisProtocol stores, by today's names, in the order of a description. */
export const AS_IN_FILE: Readonly<Record<string, (stored: string) => string | number>> = {
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
export const DERIVED = "limitExponentValue";

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
 * Vote parameters by the names and in the units of a file, as text.
 * @param isAlpha of a release up to alpha.58, where a migration sets some to a fixed number, whatever the file says
 */
export function fileTexts(set: VoteSet, isAlpha: boolean): Readonly<Record<string, string>> {
  if ("absoluteVote" in set) {
    const { votePerc, voteOnBehalf } = set.absoluteVote;
    return { votePerc: String(votePerc), voteOnBehalf };
  }
  const fields = VOTE_NUMBERS.filter((field) => !isAlpha || !Object.hasOwn(ALPHA_DEFAULTS, field));
  const texts = fields.map((field) => [
    field,
    VOTE_AMOUNTS.includes(field) ? toWhole(set[field]) : String(set[field]),
  ]);
  return {
    ...(Object.fromEntries(texts) as Record<string, string>),
    voteOnBehalf: set.voteOnBehalf,
  };
}

/**
 * Whether numbers of alpha.53 to alpha.58 that a file cannot express are those that a migration sets.
 * @param others the numbers, by their names
 */
export function areAlphaDefaults(
  others: Readonly<Record<string, unknown>>,
  daoBountyConst = String(ALPHA_DEFAULTS.daoBountyConst),
): boolean {
  return Object.entries({ ...others, daoBountyConst }).every(
    ([name, value]) => String(ALPHA_DEFAULTS[name]) === value,
  );
}
