import type { IssueList, Path } from "./issues.js";
import { ValueProblem } from "./numbers.js";

/** A value in a parameters file, and where it is: what is wrong with it is reported there. */
export class Place {
  readonly value: unknown;
  readonly path: Path;
  readonly issues: IssueList;

  constructor(value: unknown, issues: IssueList, path: Path = []) {
    this.value = value;
    this.issues = issues;
    this.path = path;
  }

  /**
   * A member, whose value is undefined where it is missing.
   * @param name the key that the file has for it, if that is an older one
   */
  at(key: string | number, name: string | number = key): Place {
    const { value } = this;
    const has = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    const own = has ? (value as Record<string | number, unknown>)[key] : undefined;
    return new Place(own, this.issues, [...this.path, name]);
  }

  /** Another value at the same place, such as what an older format means. */
  with(value: unknown): Place {
    return new Place(value, this.issues, this.path);
  }

  /** The elements of a list; undefined for anything else. */
  elements(): readonly Place[] | undefined {
    return Array.isArray(this.value)
      ? Array.from(this.value, (_, index) => this.at(index))
      : undefined;
  }

  /** What an index can refer to: the elements of a list, and what stands there without one, so that only that is told. */
  referable(): readonly Place[] {
    return this.elements() ?? (this.value === undefined ? [] : [this]);
  }

  /** The elements of a list; none for anything else, which is reported if it is there. */
  list(wanted: string): readonly Place[] {
    const elements = this.elements();
    if (elements === undefined && this.value !== undefined) this.error(wanted, "it is not a list");
    return elements ?? [];
  }

  /** @param found what to report instead of the value */
  error(wanted: string, message: string, found: unknown = this.value): undefined {
    this.issues.error(this.path, found, wanted, message);
  }

  warn(wanted: string, message: string, found: unknown = this.value): void {
    this.issues.warn(this.path, found, wanted, message);
  }

  /**
   * What a function makes of the value; undefined if that is a ValueProblem, which is reported.
   * @param found what to report instead of the value
   */
  read<Result>(wanted: string, read: () => Result, found?: unknown): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error;
      return this.error(error.wanted ?? wanted, error.message, found);
    }
  }
}
