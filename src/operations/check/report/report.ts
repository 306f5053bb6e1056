import type { Found, Rule } from "../rules/rule.js";
import type { Silence } from "./silences.js";

export type { Silence };

/** Increases when a field changes its meaning or place, but not for new fields. */
export const CHECK_SCHEMA_VERSION = 1;

/** The result of checking a DAO. */
export interface CheckReport {
  readonly schemaVersion: typeof CHECK_SCHEMA_VERSION;
  /** True if every rule could run and no finding fails the check. */
  readonly passed: boolean;
  readonly network: string;
  readonly chainId: number;
  readonly block: { readonly number: number; readonly hash: string };
  readonly avatar: string;
  /** The Arc release that the DAO was compared with. */
  readonly arcVersion: string;
  /** The path of the parameters file; absent if the parameters are not from a file. */
  readonly params?: string;
  /** Whether the result file has this DAO. */
  readonly usedResult: boolean;
  /** In the order of the documentation. */
  readonly rules: readonly RuleReport[];
  readonly findings: readonly CheckFinding[];
  readonly inconclusive: readonly InconclusiveRule[];
  /** Findings and inconclusive rules that the configuration silences. */
  readonly silenced: readonly Silenced[];
  /** Entries of the configuration that silence nothing. */
  readonly uselessSilences: readonly Silence[];
}

export interface RuleReport extends Pick<Rule, "id" | "severity" | "title"> {
  /** `notes`: it has findings, but none that fails a check. */
  readonly status: "passed" | "failed" | "notes" | "inconclusive" | "does not apply";
}

export interface CheckFinding
  extends Omit<Found, "path">, Pick<Rule, "severity" | "why" | "whatToDo"> {
  readonly rule: string;
  /** The position in the parameters file. */
  readonly location?: FindingLocation;
}

/** A position in the parameters file, counted from 1. */
export interface FindingLocation {
  readonly line: number;
  readonly column: number;
}

/** A part of a rule that could not be checked. */
export interface InconclusiveRule extends Pick<CheckFinding, "rule" | "where"> {
  readonly reason: string;
}

export interface Silenced extends Pick<CheckFinding, "rule" | "where"> {
  /** What was found, or why it could not be checked. */
  readonly message: string;
  /** From the configuration. */
  readonly reason: string;
}
