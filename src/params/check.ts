import type { z } from "zod/v4";

import type { IssueList, Path } from "./file/issues.js";
import { Described } from "./file/issues.js";
import type { PlainObject } from "./file/plain.js";
import { isObject } from "./file/plain.js";
import type { ProblemParams } from "./file/schema-values.js";
import { checkKeys } from "./file/unknown-keys.js";

interface CheckOptions<Key> {
  /** Fields that the caller checks itself. */
  readonly except?: readonly Key[];
  /** Messages for unknown keys that real files contain. */
  readonly hints?: Readonly<Record<string, string>>;
  /** Fields that the file has under an older name. */
  readonly names?: ReadonlyMap<string, string>;
}

/** The valid fields. An invalid one is absent, and reported. */
export type Checked<Shape extends z.ZodRawShape, Left> = {
  readonly [K in Exclude<keyof Shape, Left>]?: Exclude<z.output<Shape[K]>, undefined>;
};

/**
 * Checks the fields of an object one by one, so that a mistake in one does not hide mistakes in others.
 * @param value a value from `plain`
 */
export function checkFields<Shape extends z.ZodRawShape, Left extends keyof Shape & string = never>(
  schema: z.ZodObject<Shape>,
  value: unknown,
  path: Path,
  issues: IssueList,
  { except = [], hints = {}, names }: CheckOptions<Left> = {},
): Checked<Shape, Left> {
  const checked = Object.create(null) as PlainObject;
  const known = Object.keys(schema.shape);
  if (!isObject(value)) {
    issues.error(path, value, `an object with ${known.join(", ")}`, "it is not an object");
    return checked as Checked<Shape, Left>;
  }
  checkKeys(value, known, path, issues, hints);
  for (const key of known) {
    if ((except as readonly string[]).includes(key)) {
      continue;
    }
    const place = [...path, names?.get(key) ?? key];
    const parsed = (schema.shape[key] as z.ZodType).safeParse(value[key]);
    if (!parsed.success) {
      reportField(parsed.error.issues, value[key], place, issues);
    } else if (parsed.data !== undefined) {
      checked[key] = parsed.data;
    }
  }
  return checked as Checked<Shape, Left>;
}

function reportField(
  problems: readonly z.core.$ZodIssue[],
  value: unknown,
  path: Path,
  issues: IssueList,
): void {
  for (const problem of problems) {
    const inner = problem.path.filter((key) => typeof key !== "symbol");
    const found = at(value, inner);
    if (problem.code === "custom") {
      const { problem: message } = problem.params as unknown as ProblemParams;
      issues.error([...path, ...inner], found, problem.message, message);
    } else if (found === undefined) {
      issues.error([...path, ...inner], new Described("nothing"), problem.message, "it is missing");
    } else {
      issues.error([...path, ...inner], found, problem.message, "it has the wrong type");
    }
  }
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (inner as PlainObject | undefined)?.[key], value);
}
