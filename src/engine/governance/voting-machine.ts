import { storedName } from "../../foundation/arc/field-name.js";
import type { VoteParameters, VotingMachine } from "../../foundation/params/parameters.js";

/** Arc's voting machines. Only GenesisProtocol has stakes and periods. */
export const VOTING_MACHINES = ["GenesisProtocol", "AbsoluteVote", "QuorumVote"] as const;
export type VotingMachineName = (typeof VOTING_MACHINES)[number];

export function isVotingMachine(
  contractName: string | undefined,
): contractName is VotingMachineName {
  return (VOTING_MACHINES as readonly (string | undefined)[]).includes(contractName);
}

/** The voting machine of a base in which a file's vote parameters are set, unless the file names another one. */
export function machineOf(votes: VoteParameters): VotingMachine {
  return "absoluteVote" in votes ? "AbsoluteVote" : "GenesisProtocol";
}

/** The names under which schemes keep their voting machine. */
export const MACHINE_FIELDS: readonly string[] = ["intVote", "votingMachine"];

/** Whether a scheme's value, or a parameter that sets it, is the address of its voting machine. */
export function isMachineField(name: string): boolean {
  return MACHINE_FIELDS.includes(storedName(name));
}

/** The voting machine among a scheme's values. */
export function machineIn<Value>(values: Readonly<Record<string, Value>>): Value | undefined {
  return Object.entries(values).find(([name]) => isMachineField(name))?.[1];
}

/** Whether a scheme's value, or a parameter that sets it, is the hash of vote parameters. */
export function isVotesField(name: string): boolean {
  return /^_?vote\w*Params$/.test(name);
}
