import { formatEther } from "ethers";

import type { Preview } from "../execution/sending/preview.js";
import { currencyOf } from "../chain/networks.js";
import { grouped } from "./summary.js";
import type { ChainIdentity } from "../chain/identity.js";

/** What is about to happen, in a few lines. */
export function previewLines(preview: Preview, chain: ChainIdentity): string {
  const currency = currencyOf(chain);
  const done = preview.stepsDone > 0 ? `, ${preview.stepsDone} are on the chain already` : "";
  return [
    `network  ${chain.name} (chain id ${chain.chainId})`,
    `account  ${preview.account}, owns ${shortEther(preview.balance)} ${currency}`,
    `steps    ${preview.steps.length} transactions, ${grouped(preview.gasUsed)} gas${done}`,
    `cost     about ${shortEther(preview.cost)} ${currency} at the current price; ` +
      `the account should own ${shortEther(preview.balanceNeeded)}`,
  ].join("\n");
}

/** Every step of a rehearsal: gas, cost, and the contract that it creates. */
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

/** Six digits after the point are enough to read a cost by. */
function shortEther(wei: bigint): string {
  const [whole, fraction = ""] = formatEther(wei).split(".");
  return `${whole}.${fraction.padEnd(6, "0").slice(0, 6)}`;
}
