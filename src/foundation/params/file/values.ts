import { getAddress } from "ethers";

import { FORMATS } from "../../support/formats.js";
import { ValueProblem } from "./numbers.js";

/**
 * Parses an address and adds its checksum. Lower and upper case are accepted as they are; mixed case must have the
 * right checksum (EIP-55).
 * @throws ValueProblem for anything else
 */
export function toAddress(text: string): string {
  if (!FORMATS.Address.test(text)) throw new ValueProblem("it is not an address");
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
 * Parses hex with exactly the given number of bytes.
 * @throws ValueProblem for anything else
 */
export function toBytes(text: string, bytes: number): string {
  if (!/^0x[0-9a-fA-F]*$/.test(text)) throw new ValueProblem("it is not hex");
  if (text.length !== 2 + 2 * bytes) {
    const digits = text.length - 2;
    throw new ValueProblem(`it has ${digits} hex digits, not ${2 * bytes}`);
  }
  return text;
}

/** Requires text that the chain can store: lone surrogates have no UTF-8 encoding. */
export function toText(text: string): string {
  if (/\p{Surrogate}/u.test(text)) {
    throw new ValueProblem("it contains half a character (a lone surrogate)");
  }
  return text;
}

/** Requires a name or symbol that is not blank. */
export function toName(text: string): string {
  if (text.trim() === "") throw new ValueProblem("it is empty");
  return toText(text);
}

export function toContractName(text: string): string {
  if (!FORMATS.ContractName.test(text)) throw new ValueProblem("it is not the name of a contract");
  return text;
}
