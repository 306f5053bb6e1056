import { relative } from "node:path";

import { formatEther } from "ethers";

import { gwei } from "../chain/fees.js";
import type { ChainIdentity } from "../chain/identity.js";
import { currencyOf } from "../chain/networks.js";
import type { HigherFee } from "../execution/sending/fee-limit.js";
import type { Preview } from "../execution/sending/preview.js";
import type { Left } from "../run/live-inputs.js";
import type { MigrationOutline } from "../run/outline.js";
import { oneLine } from "../support/printable.js";
import { outlineRows, type Row } from "./outline-text.js";
import { grouped } from "./summary.js";

const UNKNOWN = "unknown: the migration could not be rehearsed";

/** What is about to happen: what is created, for whom, from which account, and at what cost. */
export function previewLines(
  preview: Preview,
  chain: ChainIdentity,
  outline: MigrationOutline,
): string {
  const amount = (wei: bigint) => `${shortEther(wei)} ${currencyOf(chain)}`;
  const known = (text: string) =>
    preview.rehearsed ? text : preview.estimated ? `about ${text}` : UNKNOWN;
  const done =
    preview.stepsDone > 0
      ? `, ${preview.stepsDone} ${preview.stepsDone === 1 ? "is" : "are"} already on the chain`
      : "";
  const gas = `${preview.steps.length}, ${grouped(preview.gasUsed)} gas${done}`;
  return table([
    ...outlineRows(outline, preview.account),
    ["Arc release", outline.arcVersion],
    ["Network", `${chain.name} (chain ID ${chain.chainId})`],
    ["Account", preview.account],
    ["Balance", amount(preview.balance)],
    ["Transactions", known(gas)],
    ...moneyRows(preview, amount),
    ...dataFeeRow(preview, amount),
    ["Likely cost", known(`${amount(preview.cost)}, at ${gwei(preview.gasPrice)}`)],
    ["Maximum cost", known(`${amount(preview.maxCost)}, at ${gwei(preview.feeCap)}`)],
    ["Fee cap", feeCap(preview)],
    ["Result file", relative(process.cwd(), outline.output)],
  ]);
}

/** Asks whether to send, with the amounts and their receivers. */
export function sendQuestion(
  { steps, rehearsed, estimated }: Preview,
  chain: ChainIdentity,
): string {
  const count = steps.length === 1 ? "1 transaction" : `${steps.length} transactions`;
  const about = estimated ? `about ${count}` : "an unknown number of transactions";
  const what = rehearsed ? count : about;
  return `Send ${what} to ${chain.name} (chain ID ${chain.chainId})?`;
}

/** Asks whether to continue with the remaining steps, although the chain differs from what was shown. */
export function divergenceQuestion(reason: string, { steps }: Preview): string {
  const rest = steps.length === 1 ? "transaction" : `${steps.length} transactions`;
  return `The chain differs from what was shown: ${oneLine(reason)}. Continue with the remaining ${rest}, as above?`;
}

/** Asks whether to pay more than was shown. */
export function higherFeeQuestion(
  { cap, price, wanted }: HigherFee,
  chain: ChainIdentity,
  { gas }: Left,
): string {
  const cost =
    gas === undefined
      ? "The total cost is unknown."
      : `The remaining steps then cost at most ${shortEther(gas * wanted)} ${currencyOf(chain)}.`;
  return (
    `The chain asks for ${gwei(price)} now, and the fee cap is ${gwei(cap)}. ${cost} ` +
    `Pay up to ${gwei(wanted)}?`
  );
}

function feeCap({ feeCap: cap, gasPrice }: Preview): string {
  if (gasPrice <= cap) return `${gwei(cap)}; you are asked before any transaction pays more`;
  return `${gwei(cap)}, but the chain asks for ${gwei(gasPrice)}: nothing is mined until that falls`;
}

/** What an L2 charges for data, on top of execution. */
function dataFeeRow({ dataFee }: Preview, amount: (wei: bigint) => string): readonly Row[] {
  if (dataFee === 0n) return [];
  if (dataFee !== null) return [["Data fee", `about ${amount(dataFee)}, part of the likely cost`]];
  return [["Data fee", "unknown: the chain charges for data but did not say how much"]];
}

/** Who receives money, and how much. */
function moneyRows({ steps }: Preview, amount: (wei: bigint) => string): readonly Row[] {
  const paid = steps.filter(({ value }) => value > 0n);
  if (paid.length === 0) return [];
  const total = paid.reduce((sum, { value }) => sum + value, 0n);
  const count = new Set(paid.map(({ to }, index) => to ?? index)).size;
  return [
    ["Sends", `${amount(total)} to ${count === 1 ? "1 account" : `${count} accounts`}`],
    ...paid.map(({ to, value }): Row => ["", `  ${to ?? "a new contract"}  ${amount(value)}`]),
  ];
}

function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join("\n");
}

/** Every step of a rehearsal, with its gas, cost, and the contract that it creates. */
export function stepLines(preview: Preview, chain: ChainIdentity): string {
  const currency = currencyOf(chain);
  const width = Math.max(4, ...preview.steps.map(({ step }) => step.length));
  const rows = preview.steps.map(({ step, gasUsed, cost, contractAddress }, index) =>
    [
      String(index + 1).padStart(4),
      step.padEnd(width),
      grouped(gasUsed).padStart(10),
      `${shortEther(cost).padStart(12)} ${currency}`,
      contractAddress ?? "",
    ]
      .join("  ")
      .trimEnd(),
  );
  return [
    `${"".padStart(4)}  ${"step".padEnd(width)}  ${"gas".padStart(10)}  cost, contract`,
    ...rows,
    "",
  ].join("\n");
}

/** Six decimals are enough to judge a cost. */
function shortEther(wei: bigint): string {
  const [whole, fraction = ""] = formatEther(wei).split(".");
  return `${whole}.${fraction.padEnd(6, "0").slice(0, 6)}`;
}
