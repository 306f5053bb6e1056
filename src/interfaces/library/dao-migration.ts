import { check } from "../commands/check.js";
import type { LibraryOptionsOf } from "../commands/command.js";
import { exportCommand } from "../commands/export.js";
import { inspect } from "../commands/inspect.js";
import { base, dao, demo, migrate } from "../commands/migrations.js";
import { plan } from "../commands/plan.js";
import { propose } from "../commands/propose.js";
import { report } from "../commands/report.js";
import { simulate } from "../commands/simulate.js";
import { verify } from "../commands/verify.js";
import type { NetworkName } from "../../foundation/chain/networks.js";
import type { MigrationResult } from "../../foundation/result/result.js";
import type { GanacheOptions } from "../../test-chain/known-options.js";
import type { TestChainOptions } from "../../test-chain/options.js";
import type { TestChainProvider } from "../../test-chain/provider.js";
import type { TestChainServer } from "../../test-chain/server/server.js";
import type { CheckReport } from "../../operations/check/report/report.js";
import type { Comparison } from "../../engine/inspect/compare/comparison.js";
import type { ExportReport } from "../../operations/export/report.js";
import type { Inspection } from "../../engine/inspect/description.js";
import type { Simulation } from "../../operations/simulate/simulation.js";
import type { DaoReport } from "../../interfaces/commands/reporting.js";
import type { VerifiedSources } from "../../operations/verify/verify-sources.js";
import type { DaoMigrationOptions } from "./migrate.js";
import type { DaoChange } from "../../operations/change/change.js";
import type { HandledProposal } from "../../operations/change/carry/propose-or-wait.js";

export type { DaoMigrationOptions };

/** Options of `DaoMigration.planChange`. */
export interface PlanChangeOptions extends LibraryOptionsOf<typeof plan> {}

/** Options of `DaoMigration.proposeChange`. */
export interface ProposeChangeOptions extends LibraryOptionsOf<typeof propose> {}

/** Options of `DaoMigration.inspectDao`. */
export interface InspectDaoOptions extends LibraryOptionsOf<typeof inspect> {}

/** Options of `DaoMigration.checkDao`. */
export interface CheckDaoOptions extends LibraryOptionsOf<typeof check> {}

/** Options of `DaoMigration.simulateProposals`. */
export interface SimulateProposalOptions extends LibraryOptionsOf<typeof simulate> {}

/** Options of `DaoMigration.exportDao`. */
export interface ExportDaoOptions extends LibraryOptionsOf<typeof exportCommand> {}

/** Options of `DaoMigration.reportDao`. */
export interface ReportDaoOptions extends LibraryOptionsOf<typeof report> {}

/** Options of `DaoMigration.verifySources`. */
export interface VerifySourcesOptions extends LibraryOptionsOf<typeof verify> {}

/**
 * The library: migrations to any network, and test chains that contain one. It loads what it needs when it is called,
 * because the plugin exports it and is loaded with every Hardhat command.
 */
export const DaoMigration = {
  TestChain: {
    /**
     * A server for a chain in this process with contracts already migrated; serves JSON-RPC after `listen`.
     * @example
     * const { port } = await (await DaoMigration.TestChain.server()).listen(0);
     */
    async server(options: TestChainOptions & GanacheOptions = {}): Promise<TestChainServer> {
      const { TestChainServer: Server } = await import("../../test-chain/server/server.js");
      return new Server(options);
    },

    /**
     * An EIP-1193 provider of such a chain.
     * @example
     * const provider = await DaoMigration.TestChain.provider({ demo: false });
     */
    async provider(options: TestChainOptions & GanacheOptions = {}): Promise<TestChainProvider> {
      const { TestChainProvider: Provider } = await import("../../test-chain/provider.js");
      return new Provider(options);
    },
  },

  /**
   * What is deployed on a network: from the result file if it has that network, else from the
   * known deployments on live networks.
   * @throws MigrationError if nothing is known
   * @example
   * const { base, dao } = await DaoMigration.migration("xdai", { arcVersion: "rc.57" });
   */
  async migration(
    network: NetworkName,
    options: Pick<DaoMigrationOptions, "result" | "output" | "arcVersion"> = {},
  ): Promise<MigrationResult> {
    return await (await import("./migrate.js")).migrationOn(network, options);
  },

  /**
   * Migrates the base contracts; the result's section is `base`.
   * @example
   * const { base } = await DaoMigration.migrateBase({ provider: "http://localhost:8545" });
   */
  async migrateBase(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./migrate.js")).migrateWith(base, options);
  },

  /**
   * Migrates a DAO on the base of the result file, or a known one; the result's section is `dao`.
   * @example
   * const { dao } = await DaoMigration.migrateDAO({ params: "my-dao.json", signer });
   */
  async migrateDAO(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./migrate.js")).migrateWith(dao, options);
  },

  /**
   * Migrates the demo test on the base of the result file; the result's section is `test`.
   * @example
   * const { test } = await DaoMigration.migrateDemoTest({ provider: "http://localhost:8545" });
   */
  async migrateDemoTest(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./migrate.js")).migrateWith(demo, options);
  },

  /**
   * Migrates base, DAO and demo test. The command `dao-migrate` leaves the demo test out, which needs `mnemonic` on a
   * public chain; `migrateBase` and `migrateDAO` together make what the command makes.
   * @example
   * await DaoMigration.migrate({ params: "my-dao.json", gasPrice: 1.5, confirm: ask });
   */
  async migrate(options: DaoMigrationOptions = {}): Promise<MigrationResult> {
    return await (await import("./migrate.js")).migrateWith(migrate, options);
  },

  /**
   * Compiles published sources and compares them with the code of contracts on a chain: all of a
   * result file, a DAO by its avatar, or one contract.
   * @throws MigrationError if there is nothing to verify, or sources are unavailable
   *
   * @example
   * const { verified, contracts } = await DaoMigration.verifySources({ provider: "https://node.example" });
   */
  async verifySources(options: VerifySourcesOptions = {}): Promise<VerifiedSources> {
    return await (await import("./call.js")).callCommand(verify, options);
  },

  /**
   * Reads a DAO from a chain, by its avatar alone or the one of the result file: contracts, holders,
   * schemes with permissions and parameters, all at one block. What could not be read is `notRead`,
   * with the reason. Amounts are wei as decimal text, times UNIX seconds.
   * @throws NotAnArcDaoError if the address is not the avatar of an Arc DAO
   *
   * @example
   * const { schemes, reputation } = await DaoMigration.inspectDao({ provider: "https://node.example", avatar });
   */
  async inspectDao(options: InspectDaoOptions = {}): Promise<Inspection> {
    const { callCommand } = await import("./call.js");
    const result = await callCommand(inspect, options);
    return "comparison" in result ? result.after : result.inspection;
  },

  /**
   * Compares two inspections of one DAO and returns typed differences. What was not read, before
   * or after, is in `notCompared`. Either inspection may come from a file; both are validated.
   * @throws MigrationError if one is not an inspection, if they are of different DAOs or chains, or if
   *   the later one comes first
   *
   * @example
   * const before = JSON.parse(await readFile("yesterday.json", "utf8"));
   * const { differences } = await DaoMigration.compareInspections(before, await DaoMigration.inspectDao({ avatar }));
   * const joined = differences.filter(({ kind }) => kind === "schemeRegistered");
   */
  async compareInspections(before: Inspection, after: Inspection): Promise<Comparison> {
    const [{ compareInspections: compare }, { parseInspection }] = await Promise.all([
      import("../../engine/inspect/compare/compare-inspections.js"),
      import("../../engine/inspect/parse-inspection.js"),
    ]);
    return compare(
      parseInspection(before, "The first inspection"),
      parseInspection(after, "The second inspection"),
    );
  },

  /**
   * Compares a DAO on a chain with its parameters, and with the result file if the DAO is in it: code,
   * owners, founders, schemes, permissions, parameters, votes, and anything that is not in the parameters.
   * A rule that could not check everything is `inconclusive`, and the report is then not `passed`.
   * @throws ParametersError with all mistakes in the parameters
   *
   * @example
   * const { passed, findings } = await DaoMigration.checkDao({ provider: "https://node.example", params: "my-dao.json" });
   */
  async checkDao(options: CheckDaoOptions = {}): Promise<CheckReport> {
    return await (await import("./call.js")).callCommand(check, options);
  },

  /**
   * Simulates proposals: each is passed on a fork in this process by its own rules, by holders who vote
   * and stake, and carried out to the end. Nothing is sent. Without `proposal`, all pending ones.
   * @throws NotAnArcDaoError if the address is not the avatar of an Arc DAO
   *
   * @example
   * const [{ passes, does, warnings }] = await DaoMigration.simulateProposals({ provider, avatar, proposal });
   */
  async simulateProposals(options: SimulateProposalOptions = {}): Promise<readonly Simulation[]> {
    const { callCommand } = await import("./call.js");
    return (await callCommand(simulate, options)).simulations;
  },

  /**
   * Plans how to make a DAO match parameters: contracts to deploy, parameters to set, and proposals in
   * an order that works, each with who can pass it. All of it is carried out on a fork in this process,
   * and the resulting DAO is checked; remaining differences are in `left`, and `matches` says whether the DAO is
   * equal to the file now. Nothing is sent.
   * @throws ParametersError with all mistakes in the parameters
   * @throws MigrationError if afterwards nothing could register schemes, unless `allowLockout` is set
   *
   * @example
   * const { empty, proposals, left } = await DaoMigration.planChange({ provider, avatar, params: "new.json" });
   */
  async planChange(options: PlanChangeOptions = {}): Promise<DaoChange> {
    const { callCommand } = await import("./call.js");
    return (await callCommand(plan, options)).change;
  },

  /**
   * Deploys what a change needs and creates the proposals that are possible now, like a migration:
   * rehearsed, journaled, each step once. Run again, it continues from the chain's state: it carries on
   * proposals that passed, and proposes what waited for them. Returns what was done with each.
   * @throws as migrate; MigrationError if afterwards nothing could register schemes, unless `allowLockout` is set
   *
   * @example
   * const handled = await DaoMigration.proposeChange({ provider, avatar, params: "new.json", signer });
   * const votes = handled.filter(({ outcome }) => outcome === "proposed").map(({ id }) => id);
   */
  async proposeChange(options: ProposeChangeOptions = {}): Promise<readonly HandledProposal[]> {
    const { callCommand } = await import("./call.js");
    const done = await callCommand(propose, options);
    return "handled" in done ? (done.handled ?? []) : [];
  },

  /**
   * Reads a DAO from a chain and returns the parameters from which a migration creates an equal one: as it was founded,
   * or with today's holders (`now`). What a parameters file cannot express is in `missing`, each with what, why and
   * what to do; the report is then not `complete`. Nothing is written.
   * @throws MigrationError if a part could not be read without which the DAO would differ
   *
   * @example
   * const { parameters, complete, missing } = await DaoMigration.exportDao({ provider: "https://node.example", avatar });
   * await writeFile("my-dao.json", JSON.stringify(parameters, null, 2));
   */
  async exportDao(options: ExportDaoOptions = {}): Promise<ExportReport> {
    return await (await import("./call.js")).callCommand(exportCommand, options);
  },

  /**
   * Describes a DAO on a chain as one HTML page that needs no network: who controls it, what can be
   * done without a vote, what it owes, proposals, permissions, and with `params` what differs from
   * them. The same chain and block give the same page. Nothing is written.
   * @throws NotAnArcDaoError if the address is not the avatar of an Arc DAO
   *
   * @example
   * const { html } = await DaoMigration.reportDao({ provider: "https://node.example", avatar });
   */
  async reportDao(options: ReportDaoOptions = {}): Promise<DaoReport> {
    return await (await import("./call.js")).callCommand(report, options);
  },

  /**
   * Runs the command line with the arguments of this process, and sets and returns the exit code.
   * @example
   * await DaoMigration.cli();
   */
  async cli(): Promise<number> {
    process.exitCode = await (await import("../cli/main.js")).main(process.argv.slice(2));
    return process.exitCode;
  },
} as const;
