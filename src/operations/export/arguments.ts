import { FunctionFragment, type Interface, type ParamType, ZeroAddress } from "ethers";

import { storedName } from "../../foundation/arc/field-name.js";
import { numberStoredAs } from "../../foundation/arc/fixed-point.js";
import type {
  JsonValue,
  Inspected,
  VoteParametersDescription,
} from "../../engine/inspect/description.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import type {
  MigrationParameters,
  RawArgument,
} from "../../foundation/params/file/migration-parameters.js";
import { wholeNumber } from "../../foundation/params/file/numbers.js";
import { setUpValue, type SetUpValues } from "../check/facts/set-up-values.js";
import type { Addresses } from "./addresses.js";
import type { VoteSets } from "./vote-sets.js";

/** What a contract was set up with, as far as it can be read. */
export interface SetUp extends SetUpValues {
  readonly name: string;
  readonly votes: Readonly<Record<string, VoteParametersDescription>>;
}

interface Words {
  readonly votes: VoteSets;
  readonly addresses: Addresses;
}

/** A file cannot express the arguments. The message says why. */
export class Inexpressible extends Error {}

/** The function that a migration calls to set a contract up, if it calls one. */
export function setUpFunction(
  abi: Interface,
  name: "initialize" | "setParameters",
): FunctionFragment | undefined {
  const functions = abi.fragments.filter((each) => FunctionFragment.isFragment(each));
  const [found, another] = functions.filter((each) => each.name === name);
  return another === undefined ? found : undefined;
}

/**
 * The arguments of a contract's setup function, as a file expresses them.
 * @throws Inexpressible if the contract does not return one, or a file cannot express it
 */
export function argumentsOf(inputs: readonly ParamType[], set: SetUp, words: Words): RawArgument[] {
  return inputs.map((input) => {
    const name = storedName(input.name);
    const vote = set.votes[name];
    if (vote !== undefined) return voteArgument(vote, words.votes);
    const value = setUpValue(name, set, words.addresses.controller);
    if (value === undefined) {
      throw new Inexpressible(`${set.name} does not return its original ${name}`);
    }
    if (isNotRead(value)) {
      throw new Inexpressible(`its ${name} could not be read: ${value.notRead}`);
    }
    const given = typeof value === "string" ? numberStoredAs(name, value) : value;
    if (given === undefined) throw new Inexpressible(`a file cannot express its ${name}`);
    return argument(input, given, words.addresses);
  });
}

function voteArgument(vote: VoteParametersDescription, votes: VoteSets): RawArgument {
  if (votes.express(vote) === undefined) return vote.paramsHash;
  return { voteParams: votes.place(vote).index };
}

function argument(type: ParamType, value: JsonValue, addresses: Addresses): RawArgument {
  if (type.baseType === "array" && Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((each) =>
      argument(type.arrayChildren!, each, addresses),
    );
  }
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") throw new Inexpressible(`its ${type.name} is not a single value`);
  if (type.baseType === "address") {
    const raw = addresses.argument(value);
    if (raw !== undefined) return raw;
    throw new Inexpressible(
      `it refers to ${value}, for which a migration creates a new contract that a file cannot name here`,
    );
  }
  return /^u?int/.test(type.baseType) ? wholeNumber(value) : value;
}

type RunFunctions = NonNullable<MigrationParameters["StandAloneContracts"]>[number]["runFunctions"];

/** Calls by the deploying account, which owns what it deploys, that transfer a contract to its owner on the chain. */
export function ownerCalls(
  owner: Inspected<string> | undefined,
  addresses: Addresses,
): { readonly runFunctions?: NonNullable<RunFunctions> } {
  if (owner === undefined) return {};
  if (isNotRead(owner)) throw new Inexpressible(`its owner could not be read: ${owner.notRead}`);
  if (owner === ZeroAddress) return { runFunctions: [{ functionName: "renounceOwnership" }] };
  const argument = addresses.argument(owner);
  if (argument === undefined) {
    throw new Inexpressible(`it belongs to ${owner}, for which a migration creates a new contract`);
  }
  return { runFunctions: [{ functionName: "transferOwnership", params: [argument] }] };
}
