import { AbiCoder, decodeBase58, ParamType, ZeroAddress, ZeroHash } from "ethers";

import type { AbiParameter } from "../../arc/artifact.js";
import { IssueList } from "../file/issues.js";
import { toInteger, ValueProblem } from "../file/numbers.js";
import { Place } from "../file/place.js";
import type { AddressWord, Argument, Reference } from "../parameters.js";
import type { PlainObject } from "../file/plain.js";
import { isObject } from "../../support/is-object.js";
import { indexUnder, standAloneIndex } from "./references.js";
import type { ArgumentScope } from "./resolution.js";
import { closest } from "../../support/nearest.js";
import { toAddress, toText } from "../file/values.js";
import { FORMATS } from "../../support/formats.js";

const WORDS: readonly AddressWord[] = [
  "AvatarAddress",
  "DAOTokenAddress",
  "ReputationAddress",
  "GenesisProtocolAddress",
  "AbsoluteVoteAddress",
];
const KEYS = ["voteParams", "votingMachine", "StandAloneContract"];

/**
 * Converts arguments to a function's types. There must be as many as inputs. Reports nothing: the issues are the
 * caller's, who may choose another function.
 * @returns the arguments, complete if there are no mistakes among the issues, and how many of them fit but look like
 * another type: the overload with the fewest is used
 */
export function matchArguments(
  inputs: readonly AbiParameter[],
  values: readonly Place[],
  scope: ArgumentScope,
) {
  const issues = values[0]?.issues.fork() ?? new IssueList();
  const matcher = new ArgumentMatcher(scope);
  const args = inputs.map((input, i) => {
    const { value, path } = values[i]!;
    return matcher.match(ParamType.from(input), new Place(value, issues, path)) ?? "";
  });
  return { args, issues, looseFits: matcher.looseFits };
}

class ArgumentMatcher {
  looseFits = 0;
  readonly #scope: ArgumentScope;

  constructor(scope: ArgumentScope) {
    this.#scope = scope;
  }

  /** Undefined if it does not fit, which is reported. */
  match(type: ParamType, place: Place): Argument | undefined {
    return place.read(described(type), () => {
      if (type.isArray()) return this.#list(type, place);
      if (type.isTuple()) return this.#tuple(type, place);
      const argument = this.#reference(type, place.value) ?? this.#literal(type, place);
      assertEncodes(type, argument);
      return argument;
    });
  }

  #list(type: ParamType, place: Place): Argument | undefined {
    const { arrayChildren, arrayLength } = type;
    const items = place.elements();
    if (items === undefined || arrayChildren === null) throw new ValueProblem("it is not a list");
    if (arrayLength !== null && arrayLength >= 0 && items.length !== arrayLength) {
      throw new ValueProblem(`the list has ${items.length} elements, not ${arrayLength}`);
    }
    return complete(items.map((item) => this.match(arrayChildren, item)));
  }

  #tuple(type: ParamType, place: Place): Argument | undefined {
    const components = type.components ?? [];
    const items = place.elements();
    if (items !== undefined && items.length !== components.length) {
      throw new ValueProblem(`it has ${items.length} components, not ${components.length}`);
    }
    const names = components.map(({ name }) => name);
    const isNamed =
      isObject(place.value) && Object.keys(place.value).every((key) => names.includes(key));
    if (items === undefined && !isNamed) {
      throw new ValueProblem(`it is neither a list nor an object with ${names.join(", ")}`);
    }
    return complete(
      components.map((part, i) => this.match(part, items?.[i] ?? place.at(part.name))),
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
    const meant = closest(key ?? "", KEYS);
    if (meant === "voteParams") return this.#voteParams(type, value);
    if (meant === "votingMachine") return this.#votingMachine(type, value);
    const standAloneContract = standAloneIndex(value, this.#scope.standAloneCount);
    requireAddress(type);
    return { standAloneContract };
  }

  #voteParams(type: ParamType, value: PlainObject): Reference {
    const voteParams = this.#votesIndex("voteParams", value);
    if (type.type !== "bytes32") {
      throw new ValueProblem(
        "it refers to a hash (bytes32), which the function does not take here",
      );
    }
    return { voteParams };
  }

  /** The machine of vote parameters, so that it follows if these change. */
  #votingMachine(type: ParamType, value: PlainObject): Reference {
    const machine = this.#scope.votingMachines[this.#votesIndex("votingMachine", value)];
    requireAddress(type);
    return { address: `${machine ?? "GenesisProtocol"}Address` };
  }

  #votesIndex(key: string, value: PlainObject): number {
    const index = indexUnder(key, value);
    const count = this.#scope.votingMachines.length;
    if (index < count) return index;
    const range = count === 0 ? "an entry in it" : `an index of it, 0 to ${count - 1}`;
    throw new ValueProblem(`VotingMachinesParams has no entry ${index}`, range);
  }

  #literal(type: ParamType, place: Place): Argument {
    const { baseType } = type;
    const { value } = place;
    const isAddress = typeof value === "string" && FORMATS.Address.test(value);
    if (baseType !== "address" && isAddress) this.looseFits += 1;
    if (baseType === "bool") return expectType("boolean", value);
    if (baseType === "string") return toText(expectType("string", value));
    if (baseType === "address") return addressLiteral(expectType("string", value));
    if (/^u?int\d*$/.test(baseType)) {
      if (typeof value !== "number" && typeof value !== "bigint" && typeof value !== "string") {
        throw new ValueProblem("it is not a number");
      }
      return toInteger(value);
    }
    return this.#bytes(type, expectType("string", value), place);
  }

  #bytes(type: ParamType, text: string, place: Place): string {
    const digest = type.type === "bytes32" ? digestOf(text) : undefined;
    if (digest !== undefined) {
      throw new ValueProblem(
        "it is an IPFS hash; the contract stores its digest of 32 bytes",
        digest,
      );
    }
    if (!FORMATS.Bytes.test(text)) {
      throw new ValueProblem("it is not hex of whole bytes with 0x");
    }
    const size = Number(/^bytes(\d+)$/.exec(type.baseType)?.[1] ?? 0);
    const digits = 2 + 2 * size;
    if (size === 0 || text.length >= digits) return text;
    // Real files have 20 bytes for an agreement hash, which the predecessor's library padded.
    this.looseFits += 1;
    const missing = size - (text.length - 2) / 2;
    place.warn(
      `${size} bytes of hex`,
      `it is ${missing} bytes short of ${type.type} and is padded with zeros at the end`,
    );
    return text.padEnd(digits, "0");
  }
}

function requireAddress({ type }: ParamType): void {
  if (type === "address") return;
  throw new ValueProblem("it refers to an address, which the function does not take here");
}

function complete(items: readonly (Argument | undefined)[]): Argument | undefined {
  const present = items.filter((item) => item !== undefined);
  return present.length === items.length ? present : undefined;
}

/** The SHA-256 digest in an IPFS hash of version 0 (`Qm…`), which is base58 of 0x1220 and the digest. */
function digestOf(text: string): string | undefined {
  if (!/^Qm[1-9A-HJ-NP-Za-km-z]{44}$/.test(text)) return undefined;
  const hex = decodeBase58(text).toString(16).padStart(68, "0");
  return hex.length === 68 && hex.startsWith("1220") ? `0x${hex.slice(4)}` : undefined;
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
    return `${name}: 0x and 40 hex digits, ${WORDS.join(", ")}, {"votingMachine": index} or {"StandAloneContract": index}`;
  }
  if (baseType === "bytes32") return `${name}: 0x and 64 hex digits, or {"voteParams": index}`;
  return name;
}
