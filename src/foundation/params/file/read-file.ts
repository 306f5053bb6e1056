import { isUtf8 } from "node:buffer";

import { Described, type IssueList, ParametersError } from "./issues.js";
import { withoutMark } from "../../support/json-text.js";
import { exactNumber } from "./numbers.js";
import { MAX_DEPTH } from "./plain.js";
import { readRegular } from "../../support/read-regular.js";
import { unreadReason } from "../../support/system-error.js";

/**
 * Reads a parameters file as JSON. Numbers that a double cannot represent stay exact (see `exactNumber`).
 * @throws ParametersError if the file is missing or is not JSON, with line and column
 */
export async function readParametersFile(path: string, issues: IssueList): Promise<unknown> {
  const bytes = await readRegular(path).catch((error: unknown) => {
    const wanted = "a file with migration parameters (JSON)";
    throw refused(issues, "nothing that can be read", wanted, unreadReason(error));
  });
  // Otherwise, a name in another encoding would be on the chain for ever with characters that nobody wrote.
  if (!isUtf8(bytes)) throw refused(issues, "another encoding", "text in UTF-8", "it is not UTF-8");
  return parseParameters(bytes.toString(), issues);
}

/** Reviver with the third argument, which TypeScript's library does not declare yet. */
type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;

/** @throws ParametersError if the text is not JSON */
export function parseParameters(text: string, issues: IssueList): unknown {
  const json = withoutMark(text);
  const { problem, twice } = examineJson(json);
  if (problem !== undefined) {
    const { line, column, found, wanted } = problem;
    throw refused(issues, found, wanted, `it is not JSON, at line ${line}, column ${column}`);
  }
  if (twice !== undefined) {
    const found = new Described(`the key ${JSON.stringify(twice.key.slice(0, 60))} twice`);
    const message = `an object has the same key twice, at line ${twice.line}`;
    issues.error([], found, "each key once", message);
  }
  const reviver: Reviver = (_key, value, { source }) =>
    typeof value === "number" ? exactNumber(source, value) : value;
  try {
    return JSON.parse(json, reviver as Parameters<typeof JSON.parse>[1]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const found = "lists or objects nested thousands deep";
    throw refused(issues, found, `at most ${MAX_DEPTH} levels`, "it is nested too deeply");
  }
}

function refused(issues: IssueList, found: string, wanted: string, message: string): Error {
  issues.error([], new Described(found), wanted, message);
  return new ParametersError(issues.errors);
}

interface SyntaxProblem {
  /** Starts at 1. */
  readonly line: number;
  /** Starts at 1. */
  readonly column: number;
  readonly found: string;
  readonly wanted: string;
}

const SPACE = /[ \t\n\r]*/y;
/** Part of a string: characters except controls, quotes and backslashes, or escapes, of which millions at once overflow a stack. */
const IN_STRING = /[ !#-[\]-\uffff]+|(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Expected = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma" | "end";

const WANTED: Readonly<Record<Expected, string>> = {
  value: "a value",
  "value or ]": "a value or ]",
  key: "a key in double quotes",
  "key or }": "a key in double quotes, or }",
  colon: "a colon",
  comma: "a comma, or the end of the list or object",
  end: "the end of the file",
};

/** What is wrong with a text, as far as it was read. */
interface Examined {
  /** Where it is no longer valid JSON. */
  readonly problem?: SyntaxProblem;
  /** The first key that an object contains twice, with its line. JSON.parse silently uses the last one. */
  readonly twice?: { readonly key: string; readonly line: number };
}

/** Looks for what JSON.parse does not say, or not always: where a text is wrong, and keys that occur twice. */
export function examineJson(text: string): Examined {
  /** The keys of each object that is open; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let expected: Expected = "value";
  let position = 0;
  let twice: Examined["twice"];

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    const token = pattern.exec(text)?.[0];
    position += token?.length ?? 0;
    return token;
  };
  const takeString = (): string | undefined => {
    const start = position;
    if (text[position] !== '"') return undefined;
    position += 1;
    while (take(IN_STRING) !== undefined);
    if (text[position] === '"') return text.slice(start, ++position);
    position = start;
    return undefined;
  };
  const afterValue = (): Expected => (open.length === 0 ? "end" : "comma");
  const linesBefore = (end: number): string[] => text.slice(0, end).split("\n");

  for (;;) {
    take(SPACE);
    const next = text[position];
    const keys = open.at(-1);
    const closing = keys === undefined ? "]" : "}";
    if (next === closing && (expected === "comma" || expected.endsWith(` ${closing}`))) {
      open.pop();
      position += 1;
      expected = afterValue();
    } else if (expected === "colon" && next === ":") {
      position += 1;
      expected = "value";
    } else if (expected === "comma" && next === ",") {
      position += 1;
      expected = keys === undefined ? "value" : "key";
    } else if (expected.startsWith("key")) {
      const start = position;
      const token = takeString();
      if (token === undefined) break;
      const key = JSON.parse(token) as string;
      if (keys?.has(key) === true) twice ??= { key, line: linesBefore(start).length };
      keys?.add(key);
      expected = "colon";
    } else if (expected.startsWith("value") && (next === "{" || next === "[")) {
      open.push(next === "{" ? new Set() : undefined);
      position += 1;
      expected = next === "{" ? "key or }" : "value or ]";
    } else if (expected.startsWith("value") && (takeString() ?? take(SCALAR)) !== undefined) {
      expected = afterValue();
    } else {
      break;
    }
  }
  if (expected === "end" && position === text.length) return { twice };
  const before = linesBefore(position);
  const column = (before.at(-1)?.length ?? 0) + 1;
  const wanted = WANTED[expected];
  const problem = { line: before.length, column, found: foundAt(text, position), wanted };
  return { problem, twice };
}

function foundAt(text: string, position: number): string {
  const rest = text.slice(position, position + 20).split("\n")[0] ?? "";
  if (position >= text.length) return "the end of the file";
  if (rest.startsWith("//") || rest.startsWith("/*")) return "a comment, which JSON does not have";
  return rest.startsWith('"') ? `an unterminated or invalid string: ${rest}` : rest;
}
