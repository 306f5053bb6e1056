import { isVotingMachine } from "../../../foundation/arc/voting-machines.js";
import type { ContractDescription, VoteRules } from "../description.js";
import { areSet, inFile, readRules } from "../../../foundation/params/stored-vote-parameters.js";
import { Unknowable } from "../reading/attempt.js";
import type { Contract } from "../reading/contract.js";

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
  const stored = await readRules(machine, hash);
  if (!areSet(stored))
    throw new Unknowable(`the voting machine ${address} has nothing under this hash`);
  return { [name]: inFile(name, stored) } as unknown as VoteRules;
}
