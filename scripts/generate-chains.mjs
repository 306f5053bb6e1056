// @ts-check
// Writes src/foundation/chain/chains.json: chain ID, name, native currency and explorer of the public chains that viem lists. With
// --check, it changes nothing and fails if the file differs. Run it again with a newer viem:
// node scripts/generate-chains.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const VIEM = "2.57.20";
const FILE = fileURLToPath(new URL("../src/foundation/chain/chains.json", import.meta.url));
/** Chains on a developer's own machine, which are private. */
const LOCAL = /^(anvil|foundry|hardhat|localhost)$|local|inmemory/i;
/** Names that mean something else here: sections of parameters and results. */
const TAKEN = new Set(["default", "private"]);

/** @typedef {{ id: number, nativeCurrency: { symbol: string }, blockExplorers?: { default?: { url: string } } }} Chain */

const folder = mkdtempSync(path.join(tmpdir(), "viem-"));
try {
  writeFileSync(path.join(folder, "package.json"), "{}");
  const install = ["install", `viem@${VIEM}`, "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", install, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const index = path.join(folder, "node_modules/viem/_esm/chains/index.js");
  /** @type {Record<string, Chain>} */
  const chains = await import(pathToFileURL(index).href);
  const rows = rowsOf(chains).map((row) => `  ${JSON.stringify(row)}`);
  const text = `[\n${rows.join(",\n")}\n]\n`;
  if (!process.argv.includes("--check")) writeFileSync(FILE, text);
  else if (readFileSync(FILE, "utf8") !== text) {
    console.error("src/foundation/chain/chains.json differs from viem's list.");
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
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
