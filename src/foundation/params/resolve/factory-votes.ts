import type { ArcRelease } from "../../arc/artifact.js";
import type { ChosenCall } from "./choose-function.js";
import { genesisProtocolProblems } from "./genesis-protocol-rules.js";
import type { Place } from "../file/place.js";
import type { Argument, GenesisProtocolParameters } from "../parameters.js";
import { VOTE_NUMBERS } from "../stored-vote-parameters.js";

/** `_voteParamsType` of a factory: 0 uses the given numbers, 1 to 3 select its own sets. */
const CUSTOM = 0n;
const LAST_TYPE = 3n;

/**
 * Reports vote parameters in a factory's arguments that would make it, or GenesisProtocol, revert. Does nothing for a
 * factory without such arguments.
 * @param list the argument list, which starts after the avatar
 */
export function checkFactoryVotes(
  { abi, args }: ChosenCall,
  release: ArcRelease | undefined,
  list: Place,
): void {
  const [typeAt, numbersAt] = ["_voteParamsType", "_votingParams"].map(
    (name) => (abi.inputs ?? []).findIndex((input) => input.name === name) - 1,
  ) as [number, number];
  const type = args[typeAt];
  const numbers = args[numbersAt];
  if (typeof type === "bigint" && type > LAST_TYPE) {
    const wanted = "0 for the numbers that follow, or 1 (fast), 2 (normal), 3 (slow)";
    list.at(typeAt).error(wanted, "there are no such vote parameters");
  }
  for (const { field, wanted, message } of genesisProtocolProblems(
    factoryVoteFields(type, numbers) ?? {},
    release,
  )) {
    const index = VOTE_NUMBERS.findIndex((name) => name === field);
    list.at(numbersAt).at(index).error(`${field}: ${wanted}`, message);
  }
}

/** The vote parameters that a factory gets as numbers, by field; undefined if it gets none, or uses a set of its own. */
export function factoryVoteFields(
  type: Argument = CUSTOM,
  numbers?: Argument,
): Partial<GenesisProtocolParameters> | undefined {
  if (type !== CUSTOM || !Array.isArray(numbers)) return undefined;
  const values = numbers as readonly Argument[];
  return Object.fromEntries(VOTE_NUMBERS.map((field, i) => [field, values[i]]));
}
