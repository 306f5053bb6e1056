import type { Severity } from "../rules/rule.js";

/** Changes when a field gets another meaning or another place; new fields leave it as it is. */
export const CHECK_SCHEMA_VERSION = 1;

/** What a check of a DAO found. */
export interface CheckReport {
  readonly schemaVersion: typeof CHECK_SCHEMA_VERSION;
  /** No finding is left that fails a check, and every rule could run. */
  readonly passed: boolean;
  readonly network: string;
  readonly chainId: number;
  readonly block: { readonly number: number; readonly hash: string };
  readonly avatar: string;
  /** Release of Arc that the DAO was compared with. */
  readonly arcVersion: string;
  /** The parameters file; absent if the parameters are of no file. */
  readonly params?: string;
  /** Whether the result file knows this DAO. */
  readonly usedResult: boolean;
  /** In the order of the documentation. */
  readonly rules: readonly RuleReport[];
  readonly findings: readonly Finding[];
  readonly inconclusive: readonly Inconclusive[];
  /** Findings and inconclusive rules that the configuration silences. */
  readonly silenced: readonly Silenced[];
  /** Entries of the configuration that silence nothing. */
  readonly uselessSilences: readonly Silence[];
}

export interface RuleReport {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** `noted`: it found something that does not fail a check. */
  readonly status: "passed" | "failed" | "noted" | "inconclusive" | "does not apply";
}

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** An address, or a place in the parameters file. Stable: silences refer to it. */
  readonly where: string;
  readonly message: string;
  readonly found?: string;
  readonly wanted?: string;
  /** Why it matters. */
  readonly why: string;
  readonly whatToDo: string;
  /** Where the parameters file speaks of it. */
  readonly location?: Location;
}

/** A place in the parameters file, from 1. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** A part of a rule that could not be looked at. */
export interface Inconclusive {
  readonly rule: string;
  readonly where: string;
  readonly reason: string;
}

/** What somebody looked at and takes as it is. */
export interface Silence {
  /** Id of the rule. */
  readonly rule: string;
  /** As the finding has it. Default: everywhere. */
  readonly where?: string | undefined;
  /** Why it is all right: for whoever reads the report. */
  readonly reason: string;
}

export interface Silenced {
  readonly rule: string;
  readonly where: string;
  /** What was found, or why it could not be looked at. */
  readonly message: string;
  /** The configuration's. */
  readonly reason: string;
}
