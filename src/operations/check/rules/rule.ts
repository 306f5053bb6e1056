import type {
  Inspected,
  SchemeParametersDescription,
} from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { formatPath, type Path } from "../../../foundation/params/file/issues.js";
import type { CheckFacts, Matched, SchemeMatch } from "../facts/check-facts.js";

/** `error` and `warning` fail a check, `note` does not. */
export type Severity = "error" | "warning" | "note";

/** Something that is not as it should be. */
export interface Found {
  /** An address, or a path in the parameters file. Stable, so that it can be silenced. */
  readonly where: string;
  /** The path in the parameters file, without its section. */
  readonly path?: Path;
  /** What is wrong, as a sentence. */
  readonly message: string;
  readonly found?: string;
  readonly wanted?: string;
}

/** Something that could not be checked, and why. */
export interface Unclear {
  readonly where: string;
  readonly unclear: string;
  /** Whether no reading would make it known, because the contract does not say it. */
  readonly undisclosed?: true;
}

export type RuleResults = readonly (Found | Unclear)[];

/** The facts, with the schemes of the file matched to those on the chain. */
export interface RuleFacts extends CheckFacts {
  readonly matches: readonly SchemeMatch[];
}

export interface Rule {
  /** Never changes its meaning. */
  readonly id: string;
  readonly severity: Severity;
  /** What is checked, as a phrase. */
  readonly title: string;
  /** Why a finding matters, in a sentence or two. */
  readonly why: string;
  /** What to do about it. */
  readonly whatToDo: string;
  /** Whether there is anything to check. Default: yes. */
  readonly applies?: (facts: RuleFacts) => boolean;
  readonly check: (facts: RuleFacts) => RuleResults;
}

/** What a rule says about a value of the chain, or that it was not read. */
export function ofRead<Value>(
  where: string,
  value: Inspected<Value>,
  check: (value: Value) => RuleResults,
): RuleResults {
  return isNotRead(value) ? [{ where, unclear: value.notRead }] : check(value);
}

/** What a rule says about the parameters of a scheme; nothing if the scheme has none. */
export function ofParameters(
  { wanted, scheme }: Matched,
  check: (parameters: SchemeParametersDescription, where: string) => RuleResults,
): RuleResults {
  const where = formatPath(wanted.path);
  const { parameters } = scheme;
  if (parameters === undefined) return [];
  return ofRead(where, parameters, (read) => check(read, where));
}
