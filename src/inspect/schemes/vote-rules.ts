import { FIXED_POINT } from "../../arc/fixed-point.js";
import {
  isVotingMachine,
  requiredPercentage,
  withTodaysNames,
} from "../../governance/voting-machine.js";
import type {
  ContractDescription,
  GenesisProtocolRules,
  JsonValue,
  MajorityRules,
  VoteRules,
} from "../description.js";
import { toWhole } from "../../params/file/numbers.js";
import { Unknowable } from "../reading/attempt.js";
import { jsonByName, textOf, type Contract } from "../reading/contract.js";

const NUMBERS = [
  "queuedVoteRequiredPercentage",
  "queuedVotePeriodLimit",
  "boostedVotePeriodLimit",
  "preBoostedVotePeriodLimit",
  "quietEndingPeriod",
  "votersReputationLossRatio",
  "activationTime",
] as const;
const AMOUNTS = ["proposingRepReward", "minimumDaoBounty"] as const;
const AS_THEY_ARE = ["daoBountyConst", "voteOnBehalf"] as const;
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

function majorityRules({ precReq, voteOnBehalf }: Record<string, JsonValue>): MajorityRules {
  return {
    votePerc: Number(precReq),
    ...(voteOnBehalf !== undefined && { voteOnBehalf: textOf(voteOnBehalf) }),
  };
}

function genesisProtocolRules(stored: Readonly<Record<string, JsonValue>>): GenesisProtocolRules {
  const values = new Map(Object.entries(stored));
  values.delete(DERIVED);
  const take = (name: string): string | undefined => {
    const value = values.get(name);
    values.delete(name);
    return value === undefined ? undefined : textOf(value);
  };
  const rules: Record<string, JsonValue | number> = {};
  const put = (name: string, convert: (value: string) => string | number): void => {
    const value = take(name);
    if (value !== undefined) rules[name] = convert(value);
  };
  for (const name of NUMBERS) put(name, Number);
  put("thresholdConst", thousandths);
  for (const name of AMOUNTS) put(name, toWhole);
  for (const name of AS_THEY_ARE) put(name, (value) => value);
  const others = Object.fromEntries(values);
  return {
    ...(rules as unknown as GenesisProtocolRules),
    ...(values.size > 0 && { others }),
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
