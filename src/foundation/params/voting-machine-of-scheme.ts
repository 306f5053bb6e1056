import { storedName } from "../arc/field-name.js";
import type {
  DaoParameters,
  SchemeParameters,
  SchemeRegistrarParameters,
  VoteParameters,
  VotingMachine,
} from "./parameters.js";
import { votesOfScheme } from "./references-in.js";

/*
 * Which contract is the voting machine of a scheme, in a file and on a chain, and which values of a scheme are its votes.
 */

/** The voting machine of a base in which a file's vote parameters are set, unless the file names another one. */
export function machineOf(votes: VoteParameters): VotingMachine {
  return "absoluteVote" in votes ? "AbsoluteVote" : "GenesisProtocol";
}

/**
 * The voting machine by which a built-in scheme votes: the address that its entry names, or else one of the base.
 * @param inBase the one of the base, by its name
 */
export function machineOfScheme<Machine>(
  scheme: SchemeParameters | SchemeRegistrarParameters,
  { votingMachinesParams }: Pick<DaoParameters, "votingMachinesParams">,
  inBase: (name: VotingMachine) => Machine,
): string | Machine {
  const [votes] = votesOfScheme(scheme);
  return scheme.votingMachine ?? inBase(machineOf(votingMachinesParams[votes!]!));
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

/** Whether these vote parameters of a scheme decide removals. Only a SchemeRegistrar has others for them. */
export function decidesRemovals(votesField: string): boolean {
  return /remove/i.test(votesField);
}

/** Whether a scheme's value, or a parameter that sets it, is the hash of vote parameters. */
export function isVotesField(name: string): boolean {
  return /^_?vote\w*Params$/.test(name);
}
