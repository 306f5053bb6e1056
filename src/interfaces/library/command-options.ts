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
export interface DaoMigrationOptions extends LibraryOptionsOf<typeof migrate> {
  /** Another name of `result` (specification). */
  readonly output?: string;
  /** No effect (specification): the library prints nothing in any case. */
  readonly quiet?: boolean;
}

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
