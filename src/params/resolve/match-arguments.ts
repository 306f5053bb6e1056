import { AbiCoder, ParamType, ZeroAddress, ZeroHash } from "ethers";

import type { AbiParameter } from "../../arc/artifact.js";
import type { Path } from "../file/issues.js";
import { Described } from "../file/issues.js";
import { toInteger, ValueProblem } from "../file/numbers.js";
import type { Argument, Reference } from "../parameters.js";
import type { PlainObject } from "../file/plain.js";
import { isObject } from "../file/plain.js";
import { indexUnder, standAloneIndex } from "./references.js";
import { closest } from "../../support/nearest.js";
import { toAddress, toText } from "../file/values.js";
import { FORMATS } from "../../support/formats.js";

/** What an argument may refer to at its place. */
export interface ArgumentScope {
  /** Number of stand-alone contracts that exist by then. */
  readonly standAloneCount: number;
  readonly voteParamsCount: number;
}

/** A mistake or warning about an argument, with its path inside the argument list. */
interface ArgumentProblem {
  readonly path: Path;
  readonly found: unknown;
  readonly wanted: string;
  readonly message: string;
}

/** Arguments converted to their types, with all problems. Complete if there are no errors. */
export interface MatchedArguments {
  readonly args: readonly Argument[];
  readonly errors: readonly ArgumentProblem[];
  readonly warnings: readonly ArgumentProblem[];
  /** Number of arguments that fit but look like another type; the overload with the fewest is used. */
  readonly looseFits: number;
}

type AddressWord = Extract<Reference, { address: string }>["address"];

const WORDS: readonly AddressWord[] = [
  "AvatarAddress",
  "DAOTokenAddress",
  "ReputationAddress",
  "GenesisProtocolAddress",
];

/** Converts arguments to a function's types. There must be as many as inputs. */
export function matchArguments(
  inputs: readonly AbiParameter[],
  values: readonly unknown[],
  scope: ArgumentScope,
): MatchedArguments {
  const matcher = new ArgumentMatcher(scope);
  const types = inputs.map((input) => ParamType.from(input));
  const args = types.map((type, i) => matcher.match(type, values[i], [i]) ?? "");
  const { errors, warnings, looseFits } = matcher;
  return { args, errors, warnings, looseFits };
}

class ArgumentMatcher {
  readonly errors: ArgumentProblem[] = [];
  readonly warnings: ArgumentProblem[] = [];
  looseFits = 0;
  readonly #scope: ArgumentScope;

  constructor(scope: ArgumentScope) {
    this.#scope = scope;
  }

  /** Undefined if it does not fit, which is reported. */
  match(type: ParamType, value: unknown, path: Path): Argument | undefined {
    try {
      const argument = this.#convert(type, value, path);
      if (argument !== undefined && !type.isArray() && !type.isTuple()) {
        assertEncodes(type, argument);
      }
      return argument;
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error;
      const { message, wanted } = error;
      this.errors.push({ path, found: value, wanted: wanted ?? described(type), message });
      return undefined;
    }
  }

  #convert(type: ParamType, value: unknown, path: Path): Argument | undefined {
    if (type.isArray()) return this.#list(type, value, path);
    if (type.isTuple()) return this.#tuple(type, value, path);
    const reference = this.#reference(type, value);
    return reference ?? this.#literal(type, value, path);
  }

  #list(type: ParamType, value: unknown, path: Path): Argument | undefined {
    const { arrayChildren, arrayLength } = type;
    if (!Array.isArray(value) || arrayChildren === null) throw new ValueProblem("it is not a list");
    if (arrayLength !== null && arrayLength >= 0 && value.length !== arrayLength) {
      throw new ValueProblem(`the list has ${value.length} elements, not ${arrayLength}`);
    }
    return complete(value.map((item: unknown, i) => this.match(arrayChildren, item, [...path, i])));
  }

  #tuple(type: ParamType, value: unknown, path: Path): Argument | undefined {
    const components = type.components ?? [];
    if (Array.isArray(value)) {
      if (value.length !== components.length) {
        throw new ValueProblem(`it has ${value.length} components, not ${components.length}`);
      }
      return complete(components.map((part, i) => this.match(part, value[i], [...path, i])));
    }
    const names = components.map(({ name }) => name);
    if (!isObject(value) || Object.keys(value).some((key) => !names.includes(key))) {
      throw new ValueProblem(`it is neither a list nor an object with ${names.join(", ")}`);
    }
    return complete(
      components.map((part) => this.match(part, value[part.name], [...path, part.name])),
    );
  }

  #reference(type: ParamType, value: unknown): Reference | undefined {
    if (isAddressWord(value)) {
      if (type.type !== "address") {
        throw new ValueProblem(
          "this word stands for an address, which the function does not take here",
        );
      }
      return { address: value };
    }
    if (!isObject(value)) return undefined;
    const [key] = Object.keys(value);
    if (key !== undefined && closest(key, ["voteParams", "StandAloneContract"]) === "voteParams") {
      return this.#voteParams(type, value);
    }
    const standAloneContract = standAloneIndex(value, this.#scope.standAloneCount);
    if (type.type !== "address") {
      throw new ValueProblem("it refers to an address, which the function does not take here");
    }
    return { standAloneContract };
  }

  #voteParams(type: ParamType, value: PlainObject): Reference {
    const voteParams = indexUnder("voteParams", value);
    const count = this.#scope.voteParamsCount;
    if (voteParams >= count) {
      const range = count === 0 ? "an entry in it" : `an index of it, 0 to ${count - 1}`;
      throw new ValueProblem(`VotingMachinesParams has no entry ${voteParams}`, range);
    }
    if (type.type !== "bytes32") {
      throw new ValueProblem(
        "it refers to a hash (bytes32), which the function does not take here",
      );
    }
    return { voteParams };
  }

  #literal(type: ParamType, value: unknown, path: Path): Argument {
    const { baseType } = type;
    if (baseType !== "address" && isAddressLike(value)) this.looseFits += 1;
    if (baseType === "bool") return expectType("boolean", value);
    if (baseType === "string") return toText(expectType("string", value));
    if (baseType === "address") return addressLiteral(expectType("string", value));
    if (/^u?int\d*$/.test(baseType)) {
      if (typeof value !== "number" && typeof value !== "bigint" && typeof value !== "string") {
        throw new ValueProblem("it is not a number");
      }
      return toInteger(value);
    }
    return this.#bytes(type, expectType("string", value), path);
  }

  #bytes(type: ParamType, text: string, path: Path): string {
    if (!/^0x([0-9a-fA-F]{2})*$/.test(text)) {
      throw new ValueProblem("it is not hex of whole bytes with 0x");
    }
    const size = Number(/^bytes(\d+)$/.exec(type.baseType)?.[1] ?? 0);
    const digits = 2 + 2 * size;
    if (size === 0 || text.length >= digits) return text;
    // Real files have 20 bytes for an agreement hash, which the predecessor's library padded.
    const padded = text.padEnd(digits, "0");
    this.looseFits += 1;
    const missing = size - (text.length - 2) / 2;
    this.warnings.push({
      path,
      found: text,
      wanted: `${size} bytes of hex`,
      message: `it is ${missing} bytes short of ${type.type} and is padded with zeros at the end`,
    });
    return padded;
  }
}

function complete(items: readonly (Argument | undefined)[]): Argument | undefined {
  const present = items.filter((item) => item !== undefined);
  return present.length === items.length ? present : undefined;
}

function isAddressLike(value: unknown): boolean {
  return typeof value === "string" && FORMATS.Address.test(value);
}

function isAddressWord(value: unknown): value is AddressWord {
  return (WORDS as readonly unknown[]).includes(value);
}

function addressLiteral(text: string): string {
  const word = closest(text, WORDS);
  if (word !== undefined) {
    throw new ValueProblem("it is neither an address nor a word for one", `"${word}"`);
  }
  return toAddress(text);
}

interface Types {
  readonly boolean: boolean;
  readonly string: string;
}

function expectType<T extends keyof Types>(wanted: T, value: unknown): Types[T] {
  if (typeof value !== wanted) {
    throw new ValueProblem(value === undefined ? "it is missing" : `it is not a ${wanted}`);
  }
  return value as Types[T];
}

/** Lets ethers decide, which will encode the value, whether it fits its type. */
function assertEncodes(type: ParamType, argument: Argument): void {
  const standIn = type.type === "address" ? ZeroAddress : ZeroHash;
  const value = typeof argument === "object" ? standIn : argument;
  try {
    AbiCoder.defaultAbiCoder().encode([type], [value]);
  } catch {
    throw new ValueProblem(`it cannot be encoded as ${type.type}`);
  }
}

function described(type: ParamType): string {
  const { baseType } = type;
  const name = type.name === "" ? type.type : `${type.type} ${type.name}`;
  if (baseType === "address") {
    return `${name}: 0x and 40 hex digits, ${WORDS.join(", ")} or {"StandAloneContract": index}`;
  }
  if (baseType === "bytes32") return `${name}: 0x and 64 hex digits, or {"voteParams": index}`;
  return name;
}

/** A number of things, for messages. */
export function counted(values: readonly unknown[]): Described {
  return new Described(values.length === 1 ? "1 argument" : `${values.length} arguments`);
}
