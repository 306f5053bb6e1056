import { resolve } from "node:path";

import { setOption, type Draft } from "../known-options.js";
import type { TestChainContents } from "../options.js";
import { CHAIN_OPTIONS, type ChainOptionName, type RawChainOptions } from "./chain-options.js";
import type { ServeOptions } from "./serve.js";

const MEM_NOTE = "--mem has no effect: the chain is in memory, unless --db is given.";
/** Hardhat's initial base fee, in wei. */
const USUAL_BASE_FEE = 1_000_000_000n;

/**
 * Converts the options' texts to settings.
 * @param contents defaults for options that are not given
 * @throws UsageError with the option, its value and what is expected
 */
export function chainSettings(
  raw: RawChainOptions,
  contents: TestChainContents = {},
): ServeOptions {
  const draft: Draft = {};
  for (const option of CHAIN_OPTIONS) {
    const value = raw[option.name];
    if (value !== undefined) setOption(draft, option, value, `--${option.name}`);
  }
  for (const field of ["params", "customAbis", "db"] as const) {
    if (typeof draft[field] === "string") draft[field] = resolve(draft[field]);
  }
  const { gasPrice } = draft;
  if (typeof gasPrice === "bigint" && gasPrice < USUAL_BASE_FEE) {
    draft.initialBaseFeePerGas = gasPrice;
  }
  return {
    chain: { ...contents, ...draft } as ServeOptions["chain"],
    output: fileOf(raw, "output") ?? resolve("migration.json"),
    quiet: raw.quiet === true,
    accountKeys: fileOf(raw, "account-keys"),
    notes: raw.mem === true ? [MEM_NOTE] : [],
  };
}

function fileOf(raw: RawChainOptions, name: ChainOptionName): string | undefined {
  const path = raw[name];
  return typeof path === "string" ? resolve(path) : undefined;
}
