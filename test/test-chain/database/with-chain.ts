import { TestChain } from "../../../fixtures/test-chain.js";
import type { TestChainOptions } from "../../../src/test-chain/options.js";
import type { TestChainProvider } from "../../../src/test-chain/provider.js";

/** A small chain without the demo test, for fast tests. */
export const OPTIONS: TestChainOptions = { demo: false };

/** Runs with a test chain and closes it. */
export async function withChain<Result>(
  options: TestChainOptions,
  use: (
    ask: (method: string, ...params: unknown[]) => Promise<unknown>,
    chain: TestChainProvider,
  ) => Promise<Result>,
): Promise<Result> {
  await using chain = TestChain.provider({ ...OPTIONS, ...options });
  await chain.result();
  return await use(async (method, ...params) => await chain.request({ method, params }), chain);
}

export type Ask = Parameters<Parameters<typeof withChain>[1]>[0];
