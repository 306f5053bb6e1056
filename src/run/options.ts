import type { MigrationParameters } from "../params/file/migration-parameters.js";
import type { NetworkOptions } from "./open-chain.js";

/**
 * All options of a migration, with the specification's names. Every entry point takes some or all of them: tasks and
 * commands as flags, the library as an object.
 */
export interface MigrationOptions extends Omit<NetworkOptions, "networks"> {
  /** Arc release, full or short: `0.0.1-rc.57` or `rc.57`. Default: the latest, or that of the base. */
  readonly arcVersion?: string;
  /** GWei, may have decimals; paid as given. Default: what the chain suggests. */
  readonly gasPrice?: number | string;
  /**
   * GWei; the most that any transaction may pay. Default: the given gas price, or twice what the first transaction
   * offers.
   */
  readonly maxGasPrice?: number | string;
  /** Print errors only. The library prints nothing in any case. Default: false. */
  readonly quiet?: boolean;
  /** Ask nothing and redeploy everything. Default: false. */
  readonly force?: boolean;
  /** Start over, without the journal and earlier results on this chain. Default: false. */
  readonly restart?: boolean;
  /** On a live network: rehearse and show every step and its cost, but send nothing. Default: false. */
  readonly dryRun?: boolean;
  /** The result file. Default: migration.json. */
  readonly output?: string;
  /** 64 hex digits, with or without 0x. */
  readonly privateKey?: string;
  /** BIP 39; the account is m/44'/60'/0'/0/0. */
  readonly mnemonic?: string;
  /**
   * Migration parameters, or the path of a file with them. Default: `migration-params.json` of the project or current
   * folder, or else the packaged example DAO.
   */
  readonly params?: MigrationParameters | string;
  /** Folder of build files of contracts that are not Arc's. Default: custom-abis. */
  readonly customAbis?: string;
  /** Send even if the chain cannot be rehearsed: one step at a time, at an unknown cost. Default: false. */
  readonly allowUnrehearsed?: boolean;
  /**
   * Use a base that another account deployed on a public chain, although its storage cannot be checked. Default: false.
   */
  readonly trustBase?: boolean;
  /**
   * On a live network: compare the DAO on the chain with its parameters at the end. Findings and errors of this check
   * do not make the migration fail. Default: true.
   */
  readonly check?: boolean;
  /** Blocks to wait for on a live network, including the step's own. Default: 1. */
  readonly confirmations?: number;
}
