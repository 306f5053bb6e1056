import { getAddress } from "ethers/address";
import type { ParamType } from "ethers";

/*
 * The ABI's usual types without ethers, which builds objects for every call and hashes every address
 * twice: half of a migration's own time. Whatever is not exactly as expected (another type, a number as
 * text, a wrong checksum) is left to ethers, whose answer and errors count.
 */

/** Half-bytes of a word. */
const WORD = 64;
const ZEROS = "0".repeat(WORD);
/** Addresses whose checksums are remembered at a time. */
const MOST_ADDRESSES = 4096;

interface PlainType {
  /** Half-bytes that it takes among the other values; undefined if they only have its place. */
  readonly size?: number;
  /** Undefined for a value that is left to ethers. */
  readonly encode: (value: unknown) => string | undefined;
  /** Of types that take a word; undefined for a word that is left to ethers. */
  readonly decode?: (word: string) => unknown;
}

const known = new WeakMap<ParamType, PlainType | false>();
const checksums = new Map<string, string>();

/**
 * Values as the ABI has them.
 * @returns hex without 0x, or undefined for what is left to ethers
 */
export function encodePlain(
  inputs: readonly ParamType[],
  values: readonly unknown[],
): string | undefined {
  const types = inputs.map(plainType);
  const parts = types.map((type, index) => type?.encode(values[index]));
  let place = 0;
  for (const type of types) place += type?.size ?? WORD;
  let heads = "";
  let tails = "";
  for (const [index, part] of parts.entries()) {
    if (part === undefined) return undefined;
    if (types[index]?.size !== undefined) {
      heads += part;
    } else {
      heads += wordOf(BigInt((place + tails.length) / 2));
      tails += part;
    }
  }
  return heads + tails;
}

/**
 * Values that take a word each.
 * @returns undefined for what is left to ethers
 */
export function decodePlain(outputs: readonly ParamType[], data: string): unknown[] | undefined {
  if (data.length < 2 + outputs.length * WORD || !/^0x[0-9a-f]*$/.test(data)) return undefined;
  const values: unknown[] = [];
  for (const [index, output] of outputs.entries()) {
    const start = 2 + index * WORD;
    const value = plainType(output)?.decode?.(data.slice(start, start + WORD));
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function plainType(type: ParamType): PlainType | undefined {
  let plain = known.get(type);
  if (plain === undefined) {
    plain = (type.isArray() ? listType(type) : simpleType(type.type)) ?? false;
    known.set(type, plain);
  }
  return plain || undefined;
}

/** Lists of values that have a size. */
function listType({ arrayChildren, arrayLength }: ParamType): PlainType | undefined {
  const item = arrayChildren === null ? undefined : plainType(arrayChildren);
  if (arrayLength === null || item?.size === undefined) return undefined;
  const items = (values: unknown): string | undefined => {
    if (!Array.isArray(values) || (arrayLength >= 0 && values.length !== arrayLength)) {
      return undefined;
    }
    const parts = values.map((value) => item.encode(value));
    return parts.includes(undefined) ? undefined : parts.join("");
  };
  if (arrayLength >= 0) return { size: arrayLength * item.size, encode: items };
  return {
    encode: (values) => {
      const parts = items(values);
      return parts === undefined ? undefined : wordOf(BigInt((values as unknown[]).length)) + parts;
    },
  };
}

function simpleType(type: string): PlainType | undefined {
  const [, name = "", digits = "0"] = /^([a-z]+)(\d*)$/.exec(type) ?? [];
  const bits = Number(digits);
  if (name === "uint")
    return integerType(0n, (1n << BigInt(bits)) - 1n, (word) => BigInt.asUintN(bits, word));
  if (name === "int") {
    const half = 1n << BigInt(bits - 1);
    return integerType(-half, half - 1n, (word) => BigInt.asIntN(bits, word));
  }
  if (name === "bytes" && bits > 0) return fixedBytesType(bits * 2);
  return OTHERS[type];
}

function integerType(least: bigint, most: bigint, decode: (word: bigint) => bigint): PlainType {
  return {
    size: WORD,
    encode: (value) =>
      typeof value === "bigint" && value >= least && value <= most ? wordOf(value) : undefined,
    decode: (word) => decode(BigInt(`0x${word}`)),
  };
}

function fixedBytesType(digits: number): PlainType {
  return {
    size: WORD,
    encode: (value) =>
      isHex(value) && value.length === 2 + digits ? padded(value.slice(2)) : undefined,
    decode: (word) => `0x${word.slice(0, digits)}`,
  };
}

const OTHERS: Readonly<Record<string, PlainType>> = {
  address: {
    size: WORD,
    encode: (value) =>
      isHex(value) && isAddress(value) ? ZEROS.slice(40) + value.slice(2).toLowerCase() : undefined,
    decode: (word) =>
      word.startsWith(ZEROS.slice(40)) ? checksummedAddress(`0x${word.slice(24)}`) : undefined,
  },
  bool: {
    size: WORD,
    encode: (value) => (typeof value === "boolean" ? wordOf(value ? 1n : 0n) : undefined),
    decode: (word) => word !== ZEROS,
  },
  bytes: { encode: (value) => (isHex(value) ? sized(value.slice(2)) : undefined) },
  string: {
    encode: (value) =>
      typeof value === "string" && !/\p{Surrogate}/u.test(value)
        ? sized(Buffer.from(value, "utf8").toString("hex"))
        : undefined,
  },
};

function isHex(value: unknown): value is string {
  return typeof value === "string" && /^0x([0-9a-f]{2})*$/i.test(value);
}

/** Whether it is one, with a right checksum or with none. */
function isAddress(text: string): boolean {
  if (text.length !== 42) return false;
  const lower = text.toLowerCase();
  return text === lower || checksummedAddress(lower) === text;
}

/** @param address in lower case */
function checksummedAddress(address: string): string {
  let checksum = checksums.get(address);
  if (checksum === undefined) {
    if (checksums.size >= MOST_ADDRESSES) checksums.clear();
    checksum = getAddress(address);
    checksums.set(address, checksum);
  }
  return checksum;
}

function wordOf(value: bigint): string {
  return BigInt.asUintN(256, value).toString(16).padStart(WORD, "0");
}

/** Filled up to whole words. */
function padded(digits: string): string {
  return digits.toLowerCase().padEnd(Math.ceil(digits.length / WORD) * WORD, "0");
}

function sized(digits: string): string {
  return wordOf(BigInt(digits.length / 2)) + padded(digits);
}
