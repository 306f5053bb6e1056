import { argumentsByName, type AbiEntries, type AbiFunction } from "../../foundation/arc/abi.js";
import { MigrationError } from "../../foundation/support/errors.js";

/** A function of a contract, and its arguments: for any library, fork or deployer. */
export interface FunctionCall {
  readonly functionName: string;
  readonly args: readonly unknown[];
}

/** The only function with a name. */
export function functionIn(abi: AbiEntries, functionName: string): AbiFunction | undefined {
  return abi.find(({ type, name }) => type === "function" && name === functionName);
}

/**
 * A call with the arguments that the release's function takes, chosen by parameter name.
 * @throws MigrationError if the contract has no such function, or one with a parameter that has no value
 */
export function callOf(
  abi: AbiEntries,
  functionName: string,
  values: Readonly<Record<string, unknown>>,
): FunctionCall {
  const entry = functionIn(abi, functionName);
  if (entry === undefined) {
    throw new MigrationError(`The contract's release has no function ${functionName}.`);
  }
  return { functionName, args: argumentsByName(entry, values) };
}
