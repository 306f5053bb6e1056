import type { EdrNetworkUserConfig } from "hardhat/types/config";

/** What a test chain holds: a base, a DAO and a demo test. */
export interface TestChainContents {
  /** Release of Arc, such as `0.0.1-rc.57` or `rc.57`. Default: the latest. */
  readonly arcVersion?: string | undefined;
  /** Parameters of the DAO: a file's path, or its contents as an object. Default: the packaged example. */
  readonly params?: string | object | undefined;
  /** False for a chain without the demo test. Default: true. */
  readonly demo?: boolean | undefined;
  /** Folder of build files of contracts that are not Arc's. Default: `custom-abis`. */
  readonly customAbis?: string | undefined;
  /** Relative paths and an installed `@daostack/arc` are looked up here. Default: the current folder. */
  readonly projectRoot?: string | undefined;
  /** Told what is fetched, and what the parameters hold that is odd and harmless. */
  readonly onNote?: ((message: string) => void) | undefined;
}

/** Options of Hardhat's simulated network, with its defaults but for the accounts. */
export type TestChainNetwork = Partial<Omit<EdrNetworkUserConfig, "type" | "chainType">>;

export interface TestChainOptions extends TestChainContents, TestChainNetwork {}

/**
 * The accounts of the predecessor's test chain, whose keys its clients and the packaged example
 * have. They are public: never send anything of value to them.
 */
export const TEST_CHAIN_ACCOUNTS = {
  mnemonic: "myth like bonus scare over problem client lizard pioneer submit female collect",
  count: 10,
} as const;

/** Hardhat's default. */
export const DEFAULT_CHAIN_ID = 31337;

/** Tells what is on the chain from how the chain is. */
export function splitOptions(options: TestChainOptions): {
  contents: TestChainContents;
  network: TestChainNetwork;
} {
  const { arcVersion, params, demo, customAbis, projectRoot, onNote, ...network } = options;
  return { contents: { arcVersion, params, demo, customAbis, projectRoot, onNote }, network };
}
