import { areSet } from "../../governance/majority.js";
import { isVotingMachine } from "../../governance/voting-machine.js";
import type {
  ContractDescription,
  GenesisProtocolRules,
  JsonValue,
  MajorityRules,
  VoteRules,
} from "../description.js";
import {
  AS_IN_FILE,
  DERIVED,
  withTodaysNames,
} from "../../../foundation/params/stored-vote-parameters.js";
import { Unknowable } from "../reading/attempt.js";
import { jsonByName, textOf, type Contract } from "../reading/contract.js";

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
  if (!areSet(values.toObject()))
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
  const rules = Object.entries(AS_IN_FILE).flatMap(([name, convert]) => {
    const value = stored[name];
    return value === undefined ? [] : [[name, convert(textOf(value))]];
  });
  const others = Object.entries(stored).filter(
    ([name]) => !Object.hasOwn(AS_IN_FILE, name) && name !== DERIVED,
  );
  return {
    ...(Object.fromEntries(rules) as GenesisProtocolRules),
    ...(others.length > 0 && { others: Object.fromEntries(others) }),
  };
}
