import { isVotingMachine } from "../../governance/voting-machine.js";
import type { ContractDescription, GenesisProtocolRules, VoteRules } from "../description.js";
import {
  areSet,
  genesisProtocolInFile,
  majorityInFile,
  withTodaysNames,
} from "../../../foundation/params/stored-vote-parameters.js";
import { Unknowable } from "../reading/attempt.js";
import { jsonByName, type Contract } from "../reading/contract.js";

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
  if (name === "AbsoluteVote") return { AbsoluteVote: majorityInFile(stored) };
  if (name === "QuorumVote") return { QuorumVote: majorityInFile(stored) };
  const { fields, others } = genesisProtocolInFile(stored);
  const known = fields as unknown as GenesisProtocolRules;
  return { GenesisProtocol: Object.keys(others).length > 0 ? { ...known, others } : known };
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
