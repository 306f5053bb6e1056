export interface SyntaxProblem {
  /** Starts at 1. */
  readonly line: number;
  /** Starts at 1. */
  readonly column: number;
  readonly found: string;
  readonly wanted: string;
}

const SPACE = /[ \t\n\r]*/y;
/** Any characters except controls, quotes and backslashes, or an escape sequence. */
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
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
export interface Examined {
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
      const token = take(STRING);
      if (token === undefined) break;
      const key = JSON.parse(token) as string;
      if (keys?.has(key) === true) twice ??= { key, line: linesBefore(start).length };
      keys?.add(key);
      expected = "colon";
    } else if (expected.startsWith("value") && (next === "{" || next === "[")) {
      open.push(next === "{" ? new Set() : undefined);
      position += 1;
      expected = next === "{" ? "key or }" : "value or ]";
    } else if (expected.startsWith("value") && (take(STRING) ?? take(SCALAR)) !== undefined) {
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
