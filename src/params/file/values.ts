import { getAddress } from "ethers";

import { ValueProblem } from "./numbers.js";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * An address with its checksum. All lower and all upper case is taken as it is; mixed case must be
 * the right checksum (EIP-55).
 * @throws ValueProblem for anything else.
 */
export function toAddress(text: string): string {
  if (!ADDRESS.test(text)) {
    throw new ValueProblem("it is not an address");
  }
  const checksummed = getAddress(text.toLowerCase());
  const digits = text.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (mixed && text !== checksummed) {
    throw new ValueProblem(
      "the checksum of the address is wrong",
      `${checksummed} if the letters are right and only their case is not`,
    );
  }
  return checksummed;
}

/**
 * Hex of exactly so many bytes.
 * @throws ValueProblem for anything else.
 */
export function toBytes(text: string, bytes: number): string {
  if (!/^0x[0-9a-fA-F]*$/.test(text)) {
    throw new ValueProblem("it is not hex");
  }
  if (text.length !== 2 + 2 * bytes) {
    const digits = text.length - 2;
    throw new ValueProblem(`it has ${digits} hex digits, not ${2 * bytes}`);
  }
  return text;
}

/** Text that the chain can store: lone surrogates have no UTF-8. */
export function toText(text: string): string {
  if (/\p{Surrogate}/u.test(text)) {
    throw new ValueProblem("it contains half a character (a lone surrogate)");
  }
  return text;
}

/** A name or symbol: text with something in it. */
export function toName(text: string): string {
  if (text.trim() === "") {
    throw new ValueProblem("it is empty");
  }
  return toText(text);
}

/** A contract's name, which is also the name of a file: never a path. */
export function toContractName(text: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(text)) {
    throw new ValueProblem("it is not the name of a contract");
  }
  return text;
}
