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

/**
 * Where a text is no longer valid JSON. The engine's own messages do not always say.
 * @param text a text that JSON.parse rejected
 */
export function syntaxError(text: string): SyntaxProblem {
  const open: string[] = [];
  let expected: Expected = "value";
  let position = 0;

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    position += match?.[0].length ?? 0;
    return match !== null;
  };
  const close = (): void => {
    open.pop();
    position += 1;
    expected = open.length === 0 ? "end" : "comma";
  };

  for (;;) {
    take(SPACE);
    const next = text[position] ?? "";
    if (expected === "value" || expected === "value or ]") {
      if (next === "{" || next === "[") {
        open.push(next);
        position += 1;
        expected = next === "{" ? "key or }" : "value or ]";
      } else if (next === "]" && expected === "value or ]") {
        close();
      } else if (take(STRING) || take(SCALAR)) {
        expected = open.length === 0 ? "end" : "comma";
      } else {
        break;
      }
    } else if (expected === "key" || expected === "key or }") {
      if (next === "}" && expected === "key or }") {
        close();
      } else if (take(STRING)) {
        expected = "colon";
      } else {
        break;
      }
    } else if (expected === "colon" && next === ":") {
      position += 1;
      expected = "value";
    } else if (expected === "comma" && next === ",") {
      position += 1;
      expected = open.at(-1) === "{" ? "key" : "value";
    } else if (expected === "comma" && next === (open.at(-1) === "{" ? "}" : "]")) {
      close();
    } else {
      break;
    }
  }
  const before = text.slice(0, position).split("\n");
  return {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    found: foundAt(text, position),
    wanted: WANTED[expected],
  };
}

function foundAt(text: string, position: number): string {
  const rest = text.slice(position, position + 20).split("\n")[0] ?? "";
  if (position >= text.length) return "the end of the file";
  if (rest.startsWith("//") || rest.startsWith("/*")) return "a comment, which JSON does not have";
  return rest.startsWith('"') ? `an unterminated or invalid string: ${rest}` : rest;
}

/**
 * The first key that an object contains twice, with its line. JSON.parse silently uses the last one.
 * @param text a text that JSON.parse accepted
 */
export function duplicateKey(text: string): { key: string; line: number } | undefined {
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]/g;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [token] = match;
    const keys = open.at(-1);
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token.startsWith('"') && expectsKey && keys !== undefined) {
      const key = JSON.parse(token) as string;
      if (keys.has(key)) return { key, line: text.slice(0, match.index).split("\n").length };
      keys.add(key);
    }
    expectsKey = token === "{" || (token === "," && open.at(-1) !== undefined);
  }
  return undefined;
}
