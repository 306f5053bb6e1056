import { wrongValue } from "../support/command-line.js";

/** @throws UsageError */
export function confirmationsOption(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw wrongValue("--confirmations", text, "a whole number of blocks, 1 or more");
}

/** @throws UsageError */
export function chainIdOption(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw wrongValue("--chain-id", text, "a whole number, such as 1 for mainnet");
}

/** @throws UsageError */
export function blockOption(flag: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw wrongValue(flag, text, "a block number");
}
