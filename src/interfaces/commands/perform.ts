import { EXIT } from "../../output/terminal/exit-codes.js";
import { jsonText } from "../../foundation/support/json-text.js";
import { print, printError } from "../../output/terminal/output.js";
import type { Parts } from "../../output/document/document.js";
import type { Command, Context, Shown, TypedCommand } from "./command.js";
import type { Flags, OptionsOf } from "./flag.js";
import { optionsOf, type Given, type Values } from "./completed-options.js";
import { openFiles } from "./written-files.js";

/** Runs a command, prints its result, and writes the requested files. */
export async function perform(command: Command, given: Given, context: Context): Promise<number> {
  const options = optionsOf(command, given, context);
  const writeFiles = await openFiles(command.flags, options);
  let shown: Shown;
  let code: number;
  try {
    const result = await run(command, options, context);
    shown = command.show?.(result, options, context) ?? {};
    code = EXIT[command.outcome?.(result, options) ?? "done"];
  } finally {
    context.progress.end();
  }
  await writeFiles(shown.files ?? {});
  await printShown(shown, options);
  return code;
}

async function printShown(
  { document, json, summary, note }: Shown,
  options: Values,
): Promise<void> {
  if (options.json === true && json !== undefined) {
    print(jsonText(typeof json === "function" ? await (json as () => unknown)() : json));
    return;
  }
  const asMarkdown = options.markdown === true;
  if (document !== undefined) print(await drawn(await document(asMarkdown), asMarkdown));
  if (summary !== undefined && options.quiet !== true) print(await drawn(await summary()));
  if (note !== undefined) printError(await drawn(await note()));
}

async function drawn(words: string | Parts, asMarkdown = false): Promise<string> {
  if (typeof words === "string") return words;
  return asMarkdown
    ? (await import("../../output/document/to-markdown.js")).toMarkdown(words)
    : (await import("../../output/document/to-terminal.js")).toTerminal(words);
}

/** Runs a command for a program. */
export async function call<F extends Flags, Result>(
  command: TypedCommand<F, Result>,
  given: Given,
  context: Context,
): Promise<Result> {
  const options = optionsOf(command, given, context) as OptionsOf<F>;
  return await run(command, options, context);
}

/** Runs a command, and closes what it opened. */
async function run<Options extends object, Result>(
  command: { run(options: Options, context: Context): Promise<Result> },
  options: Options,
  context: Context,
): Promise<Result> {
  const opened: (() => Promise<void>)[] = [];
  try {
    return await command.run(options, { ...context, atEnd: (close) => opened.push(close) });
  } finally {
    await Promise.all(opened.map(async (close) => await close()));
  }
}
