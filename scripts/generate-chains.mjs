// @ts-check
// Writes src/foundation/chain/chains.json: chain ID, name, native currency and explorer of the public chains that the
// installed viem lists. With --check, it changes nothing and fails if the file differs. Run it again with a newer viem:
// node scripts/generate-chains.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as viem from "viem/chains";

const FILE = fileURLToPath(new URL("../src/foundation/chain/chains.json", import.meta.url));
/** Chains on a developer's own machine, which are private. */
const LOCAL = /^(anvil|foundry|hardhat|localhost)$|local|inmemory/i;
/** Names that mean something else here: sections of parameters and results. */
const TAKEN = new Set(["default", "private"]);

/** @typedef {{ id: number, nativeCurrency: { symbol: string }, blockExplorers?: { default?: { url: string } } }} Chain */

const rows = rowsOf(viem).map((row) => `  ${JSON.stringify(row)}`);
const text = `[\n${rows.join(",\n")}\n]\n`;
if (!process.argv.includes("--check")) writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf8") !== text) {
  console.error("src/foundation/chain/chains.json differs from viem's list.");
  process.exitCode = 1;
}

/**
 * @param {Record<string, Chain>} chains by viem's names
 * @returns {(string | number)[][]} ID, name, currency and explorer of each, sorted by ID
 */
function rowsOf(chains) {
  const names = /** @type {Map<number, string>} */ (new Map());
  for (const [name, chain] of Object.entries(chains).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (typeof chain?.id !== "number" || LOCAL.test(name) || TAKEN.has(name)) continue;
    if (!names.has(chain.id)) names.set(chain.id, name);
  }
  return [...names]
    .sort(([a], [b]) => a - b)
    .map(([id, name]) => {
      const { nativeCurrency, blockExplorers } = /** @type {Chain} */ (chains[name]);
      const url = blockExplorers?.default?.url.replace(/\/+$/, "") ?? "";
      const explorer = /^https:\/\/[\w./-]+$/.test(url) ? [url] : [];
      const currency = nativeCurrency.symbol.replaceAll(/[^\w.-]/g, "") || "ETH";
      return [id, name, currency, ...explorer];
    });
}
