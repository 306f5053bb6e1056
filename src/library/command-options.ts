import type { check } from "../commands/check.js";
import type { LibraryOptionsOf } from "../commands/command.js";
import type { exportCommand } from "../commands/export.js";
import type { inspect } from "../commands/inspect.js";
import type { migrate } from "../commands/migrations.js";
import type { plan } from "../commands/plan.js";
import type { propose } from "../commands/propose.js";
import type { report } from "../commands/report.js";
import type { simulate } from "../commands/simulate.js";
import type { verify } from "../commands/verify.js";

/** Options of `DaoMigration.migrate` and the other migrations. A private key overrides a mnemonic (specification). */
export type DaoMigrationOptions = LibraryOptionsOf<typeof migrate> & {
  /** Another name of `result` (specification). */
  readonly output?: string;
  /** No effect (specification): the library prints nothing in any case. */
  readonly quiet?: boolean;
};

/** Options of `DaoMigration.planChange`. */
export type PlanChangeOptions = LibraryOptionsOf<typeof plan>;

/** Options of `DaoMigration.proposeChange`. */
export type ProposeChangeOptions = LibraryOptionsOf<typeof propose>;

/** Options of `DaoMigration.inspectDao`. */
export type InspectDaoOptions = LibraryOptionsOf<typeof inspect>;

/** Options of `DaoMigration.checkDao`. */
export type CheckDaoOptions = LibraryOptionsOf<typeof check>;

/** Options of `DaoMigration.simulateProposals`. */
export type SimulateProposalOptions = LibraryOptionsOf<typeof simulate>;

/** Options of `DaoMigration.exportDao`. */
export type ExportDaoOptions = LibraryOptionsOf<typeof exportCommand>;

/** Options of `DaoMigration.reportDao`. */
export type ReportDaoOptions = LibraryOptionsOf<typeof report>;

/** Options of `DaoMigration.verifySources`. */
export type VerifySourcesOptions = LibraryOptionsOf<typeof verify>;
