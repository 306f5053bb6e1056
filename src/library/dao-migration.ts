import type { NetworkName } from "../chain/networks.js";
import type { MigrationResult } from "../result/result.js";
import type { TestChainOptions } from "../test-chain/options.js";
import type { TestChainProvider } from "../test-chain/provider.js";
import type { TestChainServer } from "../test-chain/server/server.js";
import type { DaoMigrationOptions } from "./options.js";

/**
 * The library: migrations to any network, and test chains that hold one. It loads what it needs
 * when it is called, because the plugin exports it and is loaded with every Hardhat command.
 */
export const DaoMigration = {
  TestChain: {
    /** A server of a chain in this process with contracts already migrated, JSON-RPC from `listen` on. */
    async server(options: TestChainOptions = {}): Promise<TestChainServer> {
      const { TestChainServer: Server } = await import("../test-chain/server/server.js");
      return new Server(options);
    },

    /** An EIP-1193 provider of such a chain. */
    async provider(options: TestChainOptions = {}): Promise<TestChainProvider> {
      const { TestChainProvider: Provider } = await import("../test-chain/provider.js");
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
    return await (await import("./migrate.js")).migrationOn(network, options);
  },

  /** Migrates the base contracts; the result's section is `base`. */
  async migrateBase(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./migrate.js")).migrateSections(["base"], options);
  },

  /** Migrates a DAO on the base of the result file, or a known one; the result's section is `dao`. */
  async migrateDAO(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./migrate.js")).migrateSections(["dao"], options);
  },

  /** Migrates the demo test on the base of the result file; the result's section is `test`. */
  async migrateDemoTest(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./migrate.js")).migrateSections(["test"], options);
  },

  /** Migrates base, DAO and demo test. */
  async migrate(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./migrate.js")).migrateSections(["base", "dao", "test"], options);
  },

  /** Runs the command line with the arguments of this process, and sets and returns the exit code. */
  async cli(): Promise<number> {
    process.exitCode = await (await import("../cli/main.js")).main(process.argv.slice(2));
    return process.exitCode;
  },
} as const;
