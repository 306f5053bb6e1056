import { FIXED_POINT } from "../../../foundation/arc/fixed-point.js";
import { requiredPercentage } from "../../governance/majority.js";
import { isVotingMachine, withTodaysNames } from "../../governance/voting-machine.js";
import type {
  ContractDescription,
  GenesisProtocolRules,
  JsonValue,
  MajorityRules,
  VoteRules,
} from "../description.js";
import { toWhole } from "../../../foundation/params/file/numbers.js";
import { Unknowable } from "../reading/attempt.js";
import { jsonByName, textOf, type Contract } from "../reading/contract.js";

/** How a parameters file writes what the machine stores, in the order of a description. */
const CONVERSIONS: Readonly<Record<string, (stored: string) => string | number>> = {
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
/** Follows from the threshold. */
const DERIVED = "limitExponentValue";

/**
 * Reads what a voting machine stores under a hash, in the words and units of a parameters file.
 * @throws Unknowable if nothing is stored under the hash, or the kind of machine is unknown
 */
export async function readVoteRules(
  machine: Contract | undefined,
  { address, name }: ContractDescription,
  hash: string,
): Promise<VoteRules> {
  if (machine === undefined || !isVotingMachine(name)) {
    const what = name === undefined ? "of unknown code" : `Arc's ${name}`;
    throw new Unknowable(`the voting machine ${address} is ${what}`);
  }
  const outputs = machine.abi.getFunction("parameters")?.outputs ?? [];
  const values = await machine.read("parameters", hash);
  // The required share is never 0 once it is set.
  if (requiredPercentage(withTodaysNames(values.toObject())) === 0n)
    throw new Unknowable(`the voting machine ${address} has nothing under this hash`);
  const byName = withTodaysNames(jsonByName(values.toArray(), outputs));
  const stored = { ...byName, ...(await readBounty(machine, hash)) };
  if (name === "GenesisProtocol") return { GenesisProtocol: genesisProtocolRules(stored) };
  return name === "AbsoluteVote"
    ? { AbsoluteVote: majorityRules(stored) }
    : { QuorumVote: majorityRules(stored) };
}

/** In alpha.58, two numbers of GenesisProtocol have their own getters. */
async function readBounty(machine: Contract, hash: string): Promise<Record<string, string>> {
  if (!machine.has("getDaoBountyParams")) return {};
  const [daoBountyConst, minimumDaoBounty] = (await machine.value(
    "getDaoBountyParams",
    hash,
  )) as readonly bigint[];
  return { daoBountyConst: String(daoBountyConst), minimumDaoBounty: String(minimumDaoBounty) };
}

/** Like the rules of GenesisProtocol, without a key for what a release lacks: they are shown one by one. */
function majorityRules({
  precReq,
  voteOnBehalf,
  allowOwner,
}: Record<string, JsonValue>): MajorityRules {
  return {
    votePerc: Number(precReq),
    ...(allowOwner !== undefined && { allowOwner: allowOwner === true }),
    ...(voteOnBehalf !== undefined && { voteOnBehalf: textOf(voteOnBehalf) }),
  };
}

function genesisProtocolRules(stored: Readonly<Record<string, JsonValue>>): GenesisProtocolRules {
  const rules = Object.entries(CONVERSIONS).flatMap(([name, convert]) => {
    const value = stored[name];
    return value === undefined ? [] : [[name, convert(textOf(value))]];
  });
  const others = Object.entries(stored).filter(
    ([name]) => !Object.hasOwn(CONVERSIONS, name) && name !== DERIVED,
  );
  return {
    ...(Object.fromEntries(rules) as GenesisProtocolRules),
    ...(others.length > 0 && { others: Object.fromEntries(others) }),
  };
}

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
