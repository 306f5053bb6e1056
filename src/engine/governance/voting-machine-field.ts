import { storedName } from "../../foundation/arc/field-name.js";

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
