import type { MigrationParameters } from "../params/file/schema.js";
import type { NetworkOptions } from "./open-chain.js";

/**
 * What a user may ask of a migration, under the specification's names. Every door takes these, or a
 * part of them: tasks and commands as flags, the library as an object.
 */
export interface MigrationOptions extends Omit<NetworkOptions, "networks"> {
  /** Release of Arc, in full or short: `0.0.1-rc.57` or `rc.57`. Default: the latest, or that of the base. */
  readonly arcVersion?: string | undefined;
  /** In GWei, fractions allowed; paid as given. Default: what the chain asks for. */
  readonly gasPrice?: number | string | undefined;
  /**
   * In GWei: the most that any transaction pays. Default: the gas price that is given, or twice what
   * the first transaction offers.
   */
  readonly maxGasPrice?: number | string | undefined;
  /** Print errors only. The library prints nothing in any case. Default: false. */
  readonly quiet?: boolean | undefined;
  /** Ask nothing and redeploy everything. Default: false. */
  readonly force?: boolean | undefined;
  /** Begin again without the journal and the earlier results of this chain. Default: false. */
  readonly restart?: boolean | undefined;
  /** On a live network, rehearse and show every step and its cost; send nothing. Default: false. */
  readonly dryRun?: boolean | undefined;
  /** The result file. Default: migration.json. */
  readonly output?: string | undefined;
  /** Hex, 64 digits, with or without 0x. */
  readonly privateKey?: string | undefined;
  /** BIP 39; the account is m/44'/60'/0'/0/0. */
  readonly mnemonic?: string | undefined;
  /**
   * Migration parameters, or the path of a file of them. Default: `migration-params.json` of the
   * project or current folder, or else the packaged example DAO.
   */
  readonly params?: MigrationParameters | string | undefined;
  /** Folder of build files of contracts that are not Arc's. Default: custom-abis. */
  readonly customAbis?: string | undefined;
  /** Send also where the chain cannot be rehearsed, one step at a time, at a cost unknown. Default: false. */
  readonly allowUnrehearsed?: boolean | undefined;
  /** Use a base that another account deployed on a public chain, whose storage cannot be checked. Default: false. */
  readonly trustBase?: boolean | undefined;
  /**
   * On a live network, compare the DAO on the chain with its parameters at the end; a finding undoes
   * nothing, and no error of it ends the migration. Default: true.
   */
  readonly check?: boolean | undefined;
  /** On a live network, blocks to wait for, the step's own included. Default: 1. */
  readonly confirmations?: number | undefined;
}
