import { rangeOf } from "../../foundation/arc/versions.js";
import type { ContractDescription } from "../../engine/inspect/description.js";
import { codeWords } from "../check/rules/scheme-differences.js";
import { toWhole, wholeNumber } from "../../foundation/params/file/numbers.js";

/** A contract for messages, such as `GenericScheme 0x12... (Arc 0.0.1-rc.34 to 0.0.1-rc.57)`. */
export function contractText(contract: ContractDescription): string {
  const { address, code, name, releases = [] } = contract;
  if (code !== "arc") return `${address} (${codeWords(contract)})`;
  return `${name} ${address} (Arc ${rangeOf(releases)})`;
}

/** An amount in whole tokens for a file: a number if that is exact, otherwise text. */
export function amountOf(wei: string): number | string {
  return wholeNumber(toWhole(wei));
}
