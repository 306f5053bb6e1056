import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A code block of a document. */
export interface Block {
  readonly document: string;
  /** Line number of its first line of code, from 1. */
  readonly line: number;
  /** Such as `ts`; empty for commands, `output` for what the command before prints. */
  readonly language: string;
  /** File name on its opening line, if any. */
  readonly file: string;
  readonly code: string;
}

/** A command that a document tells its reader to type. */
export interface Command {
  readonly document: string;
  readonly line: number;
  readonly text: string;
}

const BLOCK = /^( *)```([a-z]*)(?: +(\S+))?\n(.*?)^\1```$/gms;
/** Programs that documents run; any other block without a language is output. */
const PROGRAM = /^(npm|npx|pnpm|docker|ls) /;

/**
 * Returns the code blocks of a document, in order.
 * @param document path in the repository
 */
export function blocksOf(document: string): readonly Block[] {
  const text = readFileSync(join(ROOT, document), "utf8");
  return [...text.matchAll(BLOCK)].map((match) => {
    const [, indent = "", language = "", file = "", code = ""] = match;
    return {
      document,
      line: text.slice(0, match.index).split("\n").length + 1,
      language,
      file,
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    };
  });
}

/** Returns the commands of a block, without comments; none if it shows output. */
export function commandsOf({ document, line, language, code }: Block): readonly Command[] {
  if (language !== "" || !PROGRAM.test(code)) return [];
  const commands: Command[] = [];
  let open: Command | undefined;
  for (const [index, raw] of code.trimEnd().split("\n").entries()) {
    const text = raw.replace(/ +# .*$/, "").trim();
    if (text === "" || text.startsWith("#")) continue;
    const command: Command =
      open === undefined
        ? { document, line: line + index, text }
        : { ...open, text: `${open.text.slice(0, -1)}${text}` };
    open = text.endsWith("\\") ? command : undefined;
    if (open === undefined) commands.push(command);
  }
  return commands;
}
