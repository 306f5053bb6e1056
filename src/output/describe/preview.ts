import { formatEther } from "ethers";

import { gwei } from "../../foundation/chain/fees.js";
import type { ChainIdentity } from "../../foundation/chain/identity.js";
import { currencyOf } from "../../foundation/chain/networks.js";
import {
  count,
  facts,
  group,
  phrase,
  type Inline,
  type Parts,
  type Row,
} from "../document/document.js";
import type { HigherFee } from "../../engine/execution/sending/fee-limit.js";
import type { MigrationPreview } from "../../engine/execution/sending/preview.js";
import type { Left } from "../../operations/run/live-inputs.js";
import type { MigrationOutline } from "../../operations/run/outline.js";
import { oneLine } from "../../foundation/support/printable.js";
import { outlineRows } from "./outline.js";
import { shownPath } from "../../foundation/support/shown-path.js";

/** What is about to happen: what is created, for whom, from which account, and at what cost. */
export function previewDocument(
  preview: MigrationPreview,
  chain: ChainIdentity,
  outline: MigrationOutline,
): Parts {
  const { account, steps, stepsDone, gasUsed } = preview;
  const amount = (wei: bigint) => `${shortEther(wei)} ${currencyOf(chain)}`;
  const unknown = "unknown: the migration could not be rehearsed";
  const known = (text: Inline): Inline =>
    preview.rehearsed ? text : preview.estimated ? ["about ", text] : unknown;
  const done =
    stepsDone > 0 && `, ${stepsDone} ${stepsDone === 1 ? "is" : "are"} already on the chain`;
  return facts(
    ...outlineRows(outline, account),
    ["Arc release", outline.arcVersion],
    ["Network", phrase`${{ untrusted: chain.name }} (chain ID ${chain.chainId})`],
    ["Account", { address: account }],
    ["Balance", amount(preview.balance)],
    ["Transactions", known(phrase`${steps.length}, ${{ number: gasUsed }} gas${done}`)],
    ...moneyRows(preview, amount),
    preview.dataFee !== 0n && ["Data fee", dataFee(preview.dataFee, amount)],
    ["Likely cost", known(`${amount(preview.cost)}, at ${gwei(preview.gasPrice)}`)],
    ["Maximum cost", known(`${amount(preview.maxCost)}, at ${gwei(preview.feeCap)}`)],
    ["Fee cap", feeCap(preview)],
    preview.confirmations > 1 && [
      "Confirmations",
      `${preview.confirmations}, before the next group of steps`,
    ],
    ["Result file", { code: shownPath(outline.output) }],
  );
}

/** Every step of a rehearsal, with its gas, cost, and the contract that it creates. */
export function stepsDocument({ steps }: MigrationPreview, chain: ChainIdentity): Parts {
  const currency = currencyOf(chain);
  return group({
    caption: "Steps",
    heads: ["", "step", "gas", `cost in ${currency}`, "contract"],
    align: ["right", "left", "right", "right"],
    rows: steps.map(({ step, gasUsed, cost, contractAddress }, index) => [
      index + 1,
      step,
      { number: gasUsed },
      shortEther(cost),
      contractAddress !== undefined && contractAddress !== null && { address: contractAddress },
    ]),
  });
}

export function sendQuestion(
  { steps, rehearsed, estimated }: MigrationPreview,
  chain: ChainIdentity,
): string {
  const transactions = count(steps.length, "transaction");
  const about = estimated ? `about ${transactions}` : "an unknown number of transactions";
  const what = rehearsed ? transactions : about;
  return `Send ${what} to ${chain.name} (chain ID ${chain.chainId})?`;
}

export function divergenceQuestion(reason: string, { steps }: MigrationPreview): string {
  const rest = steps.length === 1 ? "transaction" : `${steps.length} transactions`;
  return `The chain differs from what was shown: ${oneLine(reason)}. Continue with the remaining ${rest}, as above?`;
}

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

function feeCap({ feeCap: cap, gasPrice }: MigrationPreview): string {
  if (gasPrice <= cap) return `${gwei(cap)}; no transaction pays more unless you agree`;
  return `${gwei(cap)}, but the chain asks for ${gwei(gasPrice)}: nothing is mined until that falls`;
}

/** What an L2 charges for data, on top of execution. */
function dataFee(fee: bigint | null, amount: (wei: bigint) => string): string {
  return fee === null
    ? "unknown: the chain charges for data but did not say how much"
    : `about ${amount(fee)}, part of the likely cost`;
}

function moneyRows({ steps }: MigrationPreview, amount: (wei: bigint) => string): readonly Row[] {
  const paid = steps.filter(({ value }) => value > 0n);
  if (paid.length === 0) return [];
  const total = paid.reduce((sum, { value }) => sum + value, 0n);
  const receivers = new Set(paid.map(({ to }, index) => to ?? index)).size;
  return [
    ["Sends", `${amount(total)} to ${count(receivers, "account")}`],
    ...paid.map(({ to, value }): Row => [
      "",
      phrase`  ${to ? { address: to } : "a new contract"}  ${amount(value)}`,
    ]),
  ];
}

/** Six decimals are enough to judge a cost. */
function shortEther(wei: bigint): string {
  const [whole, fraction = ""] = formatEther(wei).split(".");
  return `${whole}.${fraction.padEnd(6, "0").slice(0, 6)}`;
}
