/*
 * How values are written in files and on chains. scripts/write-schemas.ts writes the patterns into the JSON Schemas, for
 * the types that they are named after.
 */

/** An address: 0x and 40 hex digits. */
export type Address = string;
/** A hash: 0x and 64 hex digits. */
export type Hash = string;
/** Bytes in hex: 0x and two digits each. */
export type Bytes = string;
/** 4 bytes: 0x and 8 hex digits, such as 0x00000010. */
export type FourBytes = string;
/** A whole number as decimal text. */
export type Amount = string;
/** One line of text. */
export type Line = string;
/** A non-empty string. */
export type Name = string;
/** The name of a contract (letters, digits, _ and $), or with its source, as in contracts/A.sol:A. */
export type ContractName = string;

export const FORMATS = {
  Address: /^0x[0-9a-fA-F]{40}$/,
  Hash: /^0x[0-9a-fA-F]{64}$/,
  Quantity: /^0x[0-9a-fA-F]+$/,
  Bytes: /^0x([0-9a-fA-F]{2})*$/,
  FourBytes: /^0x[0-9a-fA-F]{8}$/,
  Amount: /^-?\d{1,78}$/,
  // Without control characters, because this text is not escaped before it is shown.
  Line: /^[^\p{C}]*$/u,
  Name: /\S/,
  // Without a source it is a file name, so it must not be a path.
  ContractName: /^(?:[\w$@./-]+\.sol:)?[A-Za-z_$][\w$]*$/,
} as const;

/**
 * A whole number from 0.
 * @minimum 0
 * @asType integer
 */
export type Count = number;

/**
 * A time in UNIX seconds.
 * @minimum 0
 * @maximum 8640000000000
 * @asType integer
 */
export type Time = number;

/**
 * The decimals of a token. More would exceed 256 bits.
 * @minimum 0
 * @maximum 77
 * @asType integer
 */
export type Decimals = number;
