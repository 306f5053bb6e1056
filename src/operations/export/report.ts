import type { CheckReport } from "../check/report/report.js";
import type { MigrationParameters } from "../../foundation/params/file/migration-parameters.js";

/** Increases when a field changes its meaning or place, but not for new fields. */
export const EXPORT_SCHEMA_VERSION = 1;

/** The parameters of an existing DAO, and what they cannot express. */
export interface ExportReport extends Pick<CheckReport, "chainId" | "block" | "avatar"> {
  readonly schemaVersion: typeof EXPORT_SCHEMA_VERSION;
  /** The chain, as sections of a parameters file name it. */
  readonly network: string;
  /** The complete version of the Arc release; the file names it, too. */
  readonly arcVersion: string;
  /** Who the founders in the file are: the original ones, or today's holders. */
  readonly founders: "as founded" | "now";
  /** Whether nothing is `missing`, so that migrating the file creates an equal DAO. */
  readonly complete: boolean;
  /** The contents of the file. */
  readonly parameters: MigrationParameters;
  /** In what a DAO migrated from the file would differ. */
  readonly missing: readonly ExportNote[];
  /** What was chosen, and what to know before migrating the file. */
  readonly notes: readonly ExportNote[];
}

/** One sentence in each field. */
export interface ExportNote {
  readonly what: string;
  readonly why: string;
  readonly whatToDo: string;
}

/** Collects notes during an export. */
export interface Findings {
  readonly missing: ExportNote[];
  readonly notes: ExportNote[];
}
