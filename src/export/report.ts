import type { MigrationParameters } from "../params/file/schema.js";

/** Changes when a field gets another meaning or another place; new fields leave it as it is. */
export const EXPORT_SCHEMA_VERSION = 1;

/** The parameters of a DAO that lives on a chain, and what they cannot say. */
export interface ExportReport {
  readonly schemaVersion: typeof EXPORT_SCHEMA_VERSION;
  /** As sections of a parameters file call it. */
  readonly network: string;
  readonly chainId: number;
  readonly block: { readonly number: number; readonly hash: string };
  readonly avatar: string;
  /** Release of Arc, in full; the file names it, too. */
  readonly arcVersion: string;
  /** Who the founders in the file are: those of the founding, or today's holders. */
  readonly founders: "as founded" | "now";
  /** Nothing is `missing`: migrating the file gives an equal DAO. */
  readonly complete: boolean;
  /** What the file holds. */
  readonly parameters: MigrationParameters;
  /** What a DAO that is migrated from the file has not, or has otherwise. */
  readonly missing: readonly ExportNote[];
  /** What was chosen, and what to know before the file is migrated. */
  readonly notes: readonly ExportNote[];
}

/** A sentence each. */
export interface ExportNote {
  readonly what: string;
  readonly why: string;
  readonly whatToDo: string;
}

/** What comes up while a DAO is put in the words of a file. */
export interface Findings {
  readonly missing: ExportNote[];
  readonly notes: ExportNote[];
}
