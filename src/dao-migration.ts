import type { Preview } from "./execution/preview.js";
import type { Eip1193Provider } from "./execution/provider.js";
import type { MinedEvent } from "./live.js";
import type { NetworkName } from "./networks.js";
import type { MigrationParameters } from "./params/schema.js";
import type { MigrationResult } from "./result/result.js";
import type { TestChainOptions } from "./test-chain/options.js";
import type { TestChainProvider } from "./test-chain/provider.js";
import type { TestChainServer } from "./test-chain/server.js";

/** Options of the library's migrations, under the specification's names. */
export interface DaoMigrationOptions {
  /** Release of Arc, in full or short. Default: the latest, or that of the base that is there. */
  readonly arcVersion?: string | undefined;
  /** A node's URL, or an EIP-1193 provider. Default: http://localhost:8545. */
  readonly provider?: string | Eip1193Provider | undefined;
  /** In GWei, fractions allowed. Default: what the network suggests. */
  readonly gasPrice?: number | string | undefined;
  /** The library prints nothing in any case; kept because the specification has it. */
  readonly quiet?: boolean | undefined;
  /** Ask nothing (no `confirm` is called) and deploy everything anew. Default: false. */
  readonly force?: boolean | undefined;
  /** Forget the journal and earlier results of this chain, and begin anew. Default: false. */
  readonly restart?: boolean | undefined;
  /** The result file. Default: migration.json. */
  readonly output?: string | undefined;
  /** Hex, 64 digits. Overrides the mnemonic. */
  readonly privateKey?: string | undefined;
  /** BIP 39; the account is m/44'/60'/0'/0/0. */
  readonly mnemonic?: string | undefined;
  /** Migration parameters, or the path of a file of them. Default: the packaged example DAO. */
  readonly params?: MigrationParameters | string | undefined;
  /** Folder of build files of contracts that are not Arc's. Default: custom-abis. */
  readonly customAbis?: string | undefined;
  /** Blocks that a step has to be deep, its own included. Default: 1. */
  readonly confirmations?: number | undefined;
  /** Stops between two steps; what was sent is waited for, and the journal is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each step that is on the chain. */
  readonly onProgress?: ((event: MinedEvent) => void) | undefined;
  /** Told what is worth knowing: a release is fetched, parameters are odd, the chain differs. */
  readonly onNote?: ((message: string) => void) | undefined;
  /** Asked once before anything is sent; nothing is sent unless it answers true. */
  readonly confirm?: ((preview: Preview) => Promise<boolean>) | undefined;
}

/**
 * The library: migrations to any network, and test chains that hold one. It loads what it needs
 * when it is called, because the plugin exports it and is loaded with every Hardhat command.
 */
export const DaoMigration = {
  TestChain: {
    /** A server of a chain in this process with contracts already migrated, JSON-RPC from `listen` on. */
    async server(options: TestChainOptions = {}): Promise<TestChainServer> {
      const { TestChainServer: Server } = await import("./test-chain/server.js");
      return new Server(options);
    },

    /** An EIP-1193 provider of such a chain. */
    async provider(options: TestChainOptions = {}): Promise<TestChainProvider> {
      const { TestChainProvider: Provider } = await import("./test-chain/provider.js");
      return new Provider(options);
    },
  },

  /**
   * What is migrated on a network: from the result file where it is of that network, else from what
   * is known of the live networks.
   * @throws MigrationError where nothing is known
   */
  async migration(
    network: NetworkName,
    options: Pick<DaoMigrationOptions, "output" | "arcVersion"> = {},
  ): Promise<MigrationResult> {
    return await (await import("./library.js")).migrationOn(network, options);
  },

  /** Migrates the base contracts; the result's section is `base`. */
  async migrateBase(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./library.js")).migrateSections(["base"], options);
  },

  /** Migrates a DAO on the base of the result file, or a known one; the result's section is `dao`. */
  async migrateDAO(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./library.js")).migrateSections(["dao"], options);
  },

  /** Migrates the demo test on the base of the result file; the result's section is `test`. */
  async migrateDemoTest(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./library.js")).migrateSections(["test"], options);
  },

  /** Migrates base, DAO and demo test. */
  async migrate(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./library.js")).migrateSections(["base", "dao", "test"], options);
  },

  /** Runs the command line with the arguments of this process; returns the exit code. */
  async cli(): Promise<number> {
    return await (await import("./cli/main.js")).main(process.argv.slice(2));
  },
} as const;
