import type { EventEmitter } from "node:events";

import type { EdrNetworkUserConfig } from "hardhat/types/config";
import type { RequestArguments } from "hardhat/types/providers";

import type { MigrationParameters } from "../foundation/params/file/migration-parameters.js";
import type { MigrationResult } from "../foundation/result/result.js";

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
  /**
   * File with a chain's state that the chain starts with, in anvil's format: accounts, code, storage and the block
   * number, without history. What a test chain wrote is not migrated again; anything else is migrated on it.
   */
  readonly loadState?: string;
  /** File that the chain's state is written to when it is closed, in anvil's format. */
  readonly dumpState?: string;
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

/** The provider behind a test chain. */
export interface ServedProvider extends Pick<EventEmitter, "on" | "off" | "removeListener"> {
  request(request: RequestArguments): Promise<unknown>;
  /** Sends many requests in the time of one, if it can. */
  requestAll?(requests: readonly RequestArguments[]): Promise<readonly unknown[]>;
}

/** Answers requests in another way. Events stay those of the provider. */
export function withRequest(
  provider: ServedProvider,
  request: ServedProvider["request"],
): ServedProvider {
  return {
    request,
    on: provider.on.bind(provider),
    off: provider.off.bind(provider),
    removeListener: provider.removeListener.bind(provider),
  };
}

/** A chain that holds a migrated base, DAO and demo test. */
export interface MigratedChain {
  readonly provider: ServedProvider;
  readonly result: MigrationResult;
  /** Addresses of the chain's accounts, with checksums. */
  accounts(): Promise<readonly string[]>;
  /** The text of the DAO's parameters file, or of the example's if none was given. */
  params(): Promise<string>;
  close(): Promise<void>;
}

/** Hardhat's default. */
export const DEFAULT_CHAIN_ID = 31337;

/** The options of Hardhat's network, without ours. */
export function networkOf(options: TestChainOptions): TestChainNetwork {
  const { arcVersion, params, demo, customAbis, projectRoot, db, onNote, ...others } = options;
  const { port, host, keepAliveTimeout, allowOrigin, allowHost, ...rest } = others;
  const { seed, secure, unlock, loadState, dumpState, ...network } = rest;
  return network;
}

/** Those without what applies only after the migration: log and mining mode. */
export function networkToMigrate(options: TestChainOptions): TestChainNetwork {
  const { loggingEnabled, mining, ...network } = networkOf(options);
  const mempool = mining?.mempool;
  return mempool === undefined ? network : { ...network, mining: { mempool } };
}
