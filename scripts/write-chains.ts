// Writes src/foundation/chain/chains.json: chain ID, name, native currency and explorer of the public chains that the
// installed viem lists. Run it again with a newer viem: node --import ./scripts/typescript.mjs scripts/write-chains.ts
import * as viem from "viem/chains";

import { writeOrCheck } from "./write-or-check.js";

/** Chains on a developer's own machine, which are private. */
const LOCAL = /^(anvil|foundry|hardhat|localhost)$|local|inmemory/i;
/** Names that mean something else here: sections of parameters and results. */
const TAKEN = new Set(["default", "private"]);

/** ID, name, currency and explorer of each chain, sorted by ID. */
function rows(): readonly (readonly (string | number)[])[] {
  const chains = new Map<number, readonly [name: string, chain: viem.Chain]>();
  for (const named of Object.entries(viem).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [name, chain] = named;
    if (typeof chain?.id !== "number" || LOCAL.test(name) || TAKEN.has(name)) continue;
    if (!chains.has(chain.id)) chains.set(chain.id, [name, chain]);
  }
  const inOrder = [...chains].sort(([a], [b]) => a - b);
  return inOrder.map(([id, [name, { nativeCurrency, blockExplorers }]]) => {
    const url = blockExplorers?.default?.url.replace(/\/+$/, "") ?? "";
    const explorer = /^https:\/\/[\w./-]+$/.test(url) ? [url] : [];
    const currency = nativeCurrency.symbol.replaceAll(/[^\w.-]/g, "") || "ETH";
    return [id, name, currency, ...explorer];
  });
}

const lines = rows().map((row) => `  ${JSON.stringify(row)}`);
const text = `[\n${lines.join(",\n")}\n]\n`;
writeOrCheck([["src/foundation/chain/chains.json", text]], "write-chains.ts");
