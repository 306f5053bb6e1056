import { MigrationError } from "../../support/errors.js";
import { shown } from "../../support/shown.js";

/** One mistake or warning about a parameters file. */
export interface ParameterIssue {
  /** The parameters file; absent if the parameters did not come from a file. */
  readonly file?: string;
  /** Path in the file, such as `founders[3].address`; empty for the file as a whole. */
  readonly path: string;
  /** The value in the file, shortened if it is long. */
  readonly found: string;
  /** What is expected instead. */
  readonly wanted: string;
  /** What is wrong. */
  readonly message: string;
}

export type Path = readonly (string | number)[];

/** Mistakes that are printed; {@link ParametersError.issues} has all of them. */
const PRINTED = 100;

/** Wraps a description of what was found, so that it is not quoted. Stays in this module, of which the build makes no copy. */
export class Described {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** All mistakes in a parameters file at once. The message lists them. */
export class ParametersError extends MigrationError {
  override readonly name = "ParametersError";
  readonly issues: readonly ParameterIssue[];
  /** Warnings, which would not have stopped the migration. */
  readonly warnings: readonly ParameterIssue[];

  constructor(issues: readonly ParameterIssue[], warnings: readonly ParameterIssue[] = []) {
    super(describe(issues));
    this.issues = issues;
    this.warnings = warnings;
  }
}

/** One issue as text: path and message, then what was found and what is expected. */
export function formatIssue(issue: ParameterIssue): string {
  const place = issue.path === "" ? issue.message : `${issue.path}: ${issue.message}`;
  return `${place}\n    found:  ${issue.found}\n    wanted: ${issue.wanted}`;
}

/** The sentence about an issue with which a file is accepted. */
export function issueWarning(issue: ParameterIssue): string {
  return `Warning: ${formatIssue(issue)}`;
}

function describe(issues: readonly ParameterIssue[]): string {
  const name = issues.find(({ file }) => file !== undefined)?.file ?? "The migration parameters";
  const count = issues.length === 1 ? "a mistake" : `${issues.length} mistakes`;
  const listed = issues.slice(0, PRINTED).map((issue) => `  ${formatIssue(issue)}`);
  const rest = issues.length - listed.length;
  return [
    `${name}: ${count}, nothing was done`,
    ...listed,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ].join("\n");
}

export class IssueList {
  readonly errors: ParameterIssue[] = [];
  readonly warnings: ParameterIssue[] = [];
  readonly #file: string | undefined;
  readonly #sections = new Map<string, string>();

  constructor(file?: string) {
    this.#file = file;
  }

  /** From now on, shows paths that begin with `key` inside this section (`kovan.founders`). */
  placeInSection(key: string, section: string): void {
    this.#sections.set(key, section);
  }

  error(path: Path, found: unknown, wanted: string, message: string): void {
    this.errors.push(this.#issue(path, found, wanted, message));
  }

  warn(path: Path, found: unknown, wanted: string, message: string): void {
    this.warnings.push(this.#issue(path, found, wanted, message));
  }

  /** An empty list about the same file, for an attempt. */
  fork(): IssueList {
    const list = new IssueList(this.#file);
    for (const [key, section] of this.#sections) list.placeInSection(key, section);
    return list;
  }

  /**
   * Adds the issues of an attempt.
   * @param suffix for the messages of its mistakes
   */
  add({ errors, warnings }: IssueList, suffix = ""): void {
    const suffixed = errors.map((each) => ({ ...each, message: `${each.message}${suffix}` }));
    this.errors.push(...suffixed);
    this.warnings.push(...warnings);
  }

  throwIfAny(): void {
    if (this.errors.length > 0) throw new ParametersError(this.errors, this.warnings);
  }

  #issue(path: Path, value: unknown, wanted: string, message: string): ParameterIssue {
    const found = value instanceof Described ? value.text : shown(value);
    const section = this.#sections.get(String(path[0]));
    const full = section === undefined ? path : [section, ...path];
    const issue = { path: formatPath(full), found, wanted, message };
    return this.#file === undefined ? issue : { file: this.#file, ...issue };
  }
}

/** `founders[3].address`. Quotes keys that are not identifiers: `schemes["my scheme"]`. */
export function formatPath(path: Path): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") {
      text += `[${key}]`;
    } else if (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)) {
      text += text === "" ? key : `.${key}`;
    } else {
      text += `[${JSON.stringify(key)}]`;
    }
  }
  return text;
}
