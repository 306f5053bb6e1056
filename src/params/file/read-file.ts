import { readFile } from "node:fs/promises";

import type { IssueList } from "./issues.js";
import { Described, ParametersError } from "./issues.js";
import { examineJson } from "./json-syntax.js";
import { exactNumber } from "./numbers.js";
import { MAX_DEPTH } from "./plain.js";

/**
 * Reads a parameters file as JSON. Numbers that a double cannot represent stay exact (see `exactNumber`).
 * @throws ParametersError if the file is missing or is not JSON, with line and column
 */
export async function readParametersFile(path: string, issues: IssueList): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "no reason given";
    const message = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw refused(issues, "nothing", "a file with migration parameters (JSON)", message);
  }
  return parseParameters(text, issues);
}

/** Reviver with the third argument, which TypeScript's library does not declare yet. */
type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;

/** @throws ParametersError if the text is not JSON */
export function parseParameters(text: string, issues: IssueList): unknown {
  const json = text.replace(/^\uFEFF/, "");
  const reviver: Reviver = (_key, value, { source }) =>
    typeof value === "number" ? exactNumber(source, value) : value;
  try {
    const parsed = JSON.parse(json, reviver as Parameters<typeof JSON.parse>[1]) as unknown;
    const { twice } = examineJson(json);
    if (twice !== undefined) {
      const found = new Described(`the key ${JSON.stringify(twice.key.slice(0, 60))} twice`);
      const message = `an object has the same key twice, at line ${twice.line}`;
      issues.error([], found, "each key once", message);
    }
    return parsed;
  } catch (error) {
    if (error instanceof RangeError) {
      const found = "lists or objects nested thousands deep";
      throw refused(issues, found, `at most ${MAX_DEPTH} levels`, "it is nested too deeply");
    }
    const { problem } = examineJson(json);
    if (!(error instanceof SyntaxError) || problem === undefined) throw error;
    const { line, column, found, wanted } = problem;
    throw refused(issues, found, wanted, `it is not JSON, at line ${line}, column ${column}`);
  }
}

function refused(issues: IssueList, found: string, wanted: string, message: string): Error {
  issues.error([], new Described(found), wanted, message);
  return new ParametersError(issues.errors);
}
