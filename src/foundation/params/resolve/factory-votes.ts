import type { ArcRelease } from "../../arc/artifact.js";
import { storedName } from "../../arc/field-name.js";
import type { ChosenCall } from "./choose-function.js";
import { genesisProtocolProblems } from "./genesis-protocol-rules.js";
import type { Place } from "../file/place.js";
import {
  FACTORY_VOTES,
  factoryVoteSet,
  LAST_TYPE,
  VOTE_NUMBERS,
} from "../stored-vote-parameters.js";

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
  const indexOf = (name: string) =>
    (abi.inputs ?? []).findIndex((input) => storedName(input.name) === name) - 1;
  const [typeAt, numbersAt] = [indexOf(FACTORY_VOTES.type), indexOf(FACTORY_VOTES.numbers)];
  const type = args[typeAt];
  if (typeof type === "bigint" && type > LAST_TYPE) {
    const wanted = "0 for the numbers that follow, or 1 (fast), 2 (normal), 3 (slow)";
    list.at(typeAt).error(wanted, "there are no such vote parameters");
  }
  const set = factoryVoteSet((name) => args[indexOf(name)]) ?? {};
  for (const { field, wanted, message } of genesisProtocolProblems(set, release)) {
    const index = VOTE_NUMBERS.findIndex((name) => name === field);
    list.at(numbersAt).at(index).error(`${field}: ${wanted}`, message);
  }
}
