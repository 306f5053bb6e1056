import type { EventEmitter } from "node:events";

import type { EdrNetworkUserConfig } from "hardhat/types/config";
import type { RequestArguments } from "hardhat/types/providers";

import type { MigrationParameters } from "../params/file/migration-parameters.js";
import { TEST_MNEMONIC } from "../chain/test-mnemonic.js";

/** The contents of a test chain: a base, a DAO and a demo test. */
export interface TestChainContents {
  /** Arc release, such as `0.0.1-rc.57` or `rc.57`. Default: the latest. */
  readonly arcVersion?: string;
  /**
   * The DAO's parameters: a file's path, or an object. Default: the project's `migration-params.json`, or the packaged
   * example.
   */
  readonly params?: string | MigrationParameters;
  /** False to skip the demo test. Default: true. */
  readonly demo?: boolean;
  /** Folder with build files of contracts that are not in Arc. Default: `custom-abis`. */
  readonly customAbis?: string;
  /** Base of relative paths and of an installed `@daostack/arc`. Default: the current folder. */
  readonly projectRoot?: string;
  /**
   * Folder to persist the chain in. The next chain with the same folder and options resumes it, even after a kill.
   * Default: none; the chain ends with `close`.
   */
  readonly db?: string;
  /** Port and host of a server if `listen` gets none. Default: 8545 on 127.0.0.1. */
  readonly port?: number;
  readonly host?: string;
  /** How long a server keeps an idle connection, in milliseconds. Default: Node's, 5000. */
  readonly keepAliveTimeout?: number;
  /**
   * Origins of web pages that may use a served chain, such as `https://remix.ethereum.org`; `*` for all. Pages from
   * this machine are always allowed.
   */
  readonly allowOrigin?: readonly string[];
  /** Public host names under which a served chain may be reached; `*` for all. */
  readonly allowHost?: readonly string[];
  /** Derives the accounts like ganache does for this seed. */
  readonly seed?: string;
  /** True to sign only for accounts of `unlock`. Default: false. */
  readonly secure?: boolean;
  /**
   * Accounts that the chain signs for: addresses, or indices of its accounts, such as `"0"`. An address that is not one
   * of the accounts is impersonated.
   */
  readonly unlock?: readonly string[];
  /** Called with notes, such as what is being fetched, and what is unusual but harmless in the parameters. */
  readonly onNote?: (message: string) => void;
}

/** Options of Hardhat's simulated network, with its defaults except for the accounts. */
export type TestChainNetwork = Partial<Omit<EdrNetworkUserConfig, "type" | "chainType">>;

export interface TestChainOptions extends TestChainContents, TestChainNetwork {}

/** Further accepted names: those of ganache for these options, in versions 2 to 7. */
export interface GanacheOptions {
  readonly mnemonic?: string;
  readonly total_accounts?: number;
  /** In ether. */
  readonly default_balance_ether?: number | string;
  readonly gasLimit?: number | string;
  readonly network_id?: number | string;
  readonly db_path?: string;
  /** In seconds. */
  readonly blockTime?: number;
  readonly time?: Date | string | number;
  readonly fork?: string | { readonly url?: string; readonly blockNumber?: number };
  readonly fork_block_number?: number;
  readonly hostname?: string;
  readonly unlocked_accounts?: readonly (string | number)[];
  readonly vmErrorsOnRPCResponse?: boolean;
  readonly hd_path?: string;
  readonly chain?: object;
  readonly database?: object;
  readonly logging?: object;
  readonly miner?: object;
  readonly server?: object;
  readonly wallet?: object;
}

/** The provider behind a test chain. */
export interface ServedProvider extends Pick<EventEmitter, "on" | "off" | "removeListener"> {
  request(request: RequestArguments): Promise<unknown>;
}

/**
 * Keys of the first ten accounts of {@link TEST_MNEMONIC}, which the predecessor's clients and the packaged example
 * use. They are listed because deriving them takes longer than deploying the base. They are public: never send anything
 * of value to them.
 */
export const TEST_CHAIN_KEYS: readonly string[] = [
  "0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d",
  "0x6cbed15c793ce57650b9877cf6fa156fbef513c4e6134f022a85b1ffdd59b2a1",
  "0x6370fd033278c143179d81c5526140625662b8daa446c22ee2d73db3707e620c",
  "0x646f1ce2fdad0e6deeeb5c7e8e5543bdde65e86029e2fd9fc169899c440a7913",
  "0xadd53f9a7e588d003326d1cbf9e4a43c061aadd9bc938c843a79e7b4fd2ad743",
  "0x395df67f0c2d2d9fe1ad08d1bc8b6627011959b79c53d7dd6a3536a33ab8a4fd",
  "0xe485d098507f54e7733a205420dfddbe58db035fa577fc294ebd14db90767a52",
  "0xa453611d9419d0e56f499079478fd72c37b251a94bfde4d19872c44cf65386e3",
  "0x829e924fdf021ba3dbbc4225edfece9aca04b929d6e75613329ca6f1d31c0bb4",
  "0xb0057716d5917badaf911b193b12b910811c1497b5bada8d7711f758981c3773",
];

/** In wei: 10,000 ether, like Hardhat's own accounts. */
export const TEST_CHAIN_BALANCE = 10_000n * 10n ** 18n;

/** Hardhat's default. */
export const DEFAULT_CHAIN_ID = 31337;

/** Separates the contents of the chain from the settings of the network. */
export function splitOptions(options: TestChainOptions): {
  contents: TestChainContents;
  network: TestChainNetwork;
} {
  const { arcVersion, params, demo, customAbis, projectRoot, db, onNote, ...others } = options;
  const contents = { arcVersion, params, demo, customAbis, projectRoot, db, onNote };
  const { port: _, host: _h, keepAliveTimeout: _k, seed: _s, secure, unlock, ...rest } = others;
  const { allowOrigin: _o, allowHost: _a, ...network } = rest;
  const { accounts } = network;
  if (accounts === undefined || Array.isArray(accounts)) return { contents, network };
  const own = { mnemonic: TEST_MNEMONIC, count: TEST_CHAIN_KEYS.length, ...accounts };
  return { contents, network: { ...network, accounts: own } };
}
