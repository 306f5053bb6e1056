// Writes what follows from the table of commands: docs/cli.md, and the tables between marks in other pages. Run it after
// a change of the table:
// node --import ./scripts/typescript.mjs scripts/write-reference.ts
// With --check, it changes nothing and fails if a file is not up to date; npm run lint does that.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";

import type { Command } from "../src/interfaces/commands/command.js";
import { exitWords } from "../src/output/terminal/exit-codes.js";
import {
  flagsAt,
  flagText,
  wordsOf,
  type Door,
  type Flag,
} from "../src/interfaces/commands/flag.js";
import { commandsAt, doorsOf } from "../src/interfaces/commands/table.js";
import { writeOrCheck } from "./write-or-check.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = "docs/cli.md";
/** Pages with tables between marks. */
const PAGES = ["docs/live.md", "docs/report.md", "docs/comparison.md", "bench/README.md"];
const MARKED = /(<!-- reference: (.+?) -->\n)[\s\S]*?(\n<!-- \/reference -->)/g;

/** Every command, also those of tasks only, by name. */
const COMMANDS = new Map(
  [...commandsAt("command"), ...commandsAt("task")].map((command) => [command.name, command]),
);

/** The files that follow from the table, and their contents. */
async function referenceFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map([[PAGE, page()]]);
  for (const name of PAGES) {
    const text = readFileSync(`${ROOT}${name}`, "utf8");
    files.set(
      name,
      text.replaceAll(
        MARKED,
        (_all, start: string, what: string, end: string) => `${start}\n${marked(what)}\n${end}`,
      ),
    );
  }
  const formatted = [...files].map(async ([name, text]) => {
    const path = `${ROOT}${name}`;
    return [name, await format(text, { ...(await resolveConfig(path)), filepath: path })] as const;
  });
  return new Map(await Promise.all(formatted));
}

/** What stands between marks: `options COMMAND`, or `figures BENCHMARK`, what its last run printed. */
function marked(what: string): string {
  const [kind, name = ""] = what.split(" ");
  if (kind === "figures") {
    return `\`\`\`text\n${readFileSync(`${ROOT}bench/results/${name}.txt`, "utf8")}\`\`\``;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) throw new Error(`There is no reference of ${what}.`);
  return optionTable(command, "command");
}

function page(): string {
  return `# Commands, tasks and functions

<!-- Written by scripts/write-reference.ts from src/interfaces/commands. -->

Each command of \`dao-migrate\` is a task of the Hardhat plugin, too, and most are a function of the library, all with the same
options: \`--chain-id\` on the command line and for tasks (also typed \`--chainId\`) is \`chainId\` in the library. Tasks
have no \`--provider\`: choose the network with Hardhat's \`--network\`. Options that are not given come from
\`hardhat.config\` for tasks; keys and the node's URL come from the environment for the command line. Files and folders are
relative to the current folder, those of \`hardhat.config\` to the project.

Functions return typed values. \`hardhat-dao-migration\` exports their types, and \`hardhat-dao-migration/types\` those of
their parts, such as \`SchemeDescription\` of an \`Inspection\`.

\`dao-migrate help COMMAND\` shows the same, and \`dao-migrate completion\` completes it in your shell.

${commandTable()}

${[...COMMANDS.values()].map(section).join("\n\n")}
`;
}

function commandTable(): string {
  const rows = [...COMMANDS.values()].map((command) => {
    const at = (door: Door, names: readonly string[]) =>
      doorsOf(command).includes(door) ? names.map(code).join(", ") : "";
    const { name, also = [], library, summary } = command;
    return [
      `[${code(name)}](#${name})`,
      at("command", [name, ...also]),
      at(
        "task",
        [name, ...also].map((each) => `dao:${each}`),
      ),
      library === undefined ? "" : code(library),
      phrase(summary),
    ];
  });
  return table(["", "`dao-migrate`", "`npx hardhat`", "`DaoMigration`", "what it does"], rows);
}

function section(command: Command): string {
  const { name, summary, positional = [], examples = [], remarks } = command;
  const doors = doorsOf(command);
  const door: Door = doors.includes("command") ? "command" : "task";
  const start = door === "command" ? `dao-migrate ${name}` : `npx hardhat dao:${name}`;
  const all = flagsAt(door, command.flags);
  const arguments_ = positional.map((each) => [code(`[${each}]`), ...meaningOf(all[each]!)]);
  const like = firstAlike(command);
  const own = Object.entries(command.flags).filter(
    ([, flag]) => flag.doors.length === 1 && flag.doors.includes("library"),
  );
  return [
    `## ${name}`,
    summary,
    `\`\`\`text\n${[start, "[options]", ...positional.map((each) => `[${each}]`)].join(" ")}\n\`\`\``,
    ...(arguments_.length === 0 ? [] : [table(["argument", "meaning", "default"], arguments_)]),
    ...(like === undefined
      ? [optionTable(command, door)]
      : [`The options are those of [${code(like.name)}](#${like.name}).`]),
    ...(own.length === 0 || !doors.includes("library") || like !== undefined
      ? []
      : [
          "Only in the library:",
          table(
            ["option", "meaning", "default"],
            own.map(([option, flag]) => [code(option), ...meaningOf(flag)]),
          ),
        ]),
    ...(examples.length === 0
      ? []
      : [
          `Examples:\n\n\`\`\`\n${examples.map(([line, effect]) => `# ${effect}\ndao-migrate ${line}`.trim()).join("\n")}\n\`\`\``,
        ]),
    ...(remarks === undefined ? [] : [remarks]),
    `Exit codes: ${exitWords(command.exits)}.`,
  ].join("\n\n");
}

/** The first command with the same options, if it is another. */
function firstAlike(command: Command): Command | undefined {
  const first = [...COMMANDS.values()].find(({ flags: own }) => own === command.flags);
  return first === command ? undefined : first;
}

function optionTable({ flags: own, positional = [] }: Command, door: Door): string {
  const rows = Object.entries(flagsAt(door, own))
    .filter(([name]) => !positional.includes(name))
    .map(([name, flag]) => [
      code(flagText(name, flag).replaceAll(", ", "`, `")),
      ...meaningOf(flag),
      flag.doors.includes("library") ? code(name) : "",
    ]);
  return table(["option", "meaning", "default", "library"], rows);
}

/** An option's words, and its default. */
function meaningOf(flag: Flag): readonly [string, string] {
  const { words, standard, isLiteral } = wordsOf(flag);
  const variable = flag.env === undefined ? "" : ` (environment: ${code(flag.env)})`;
  return [`${words}${variable}`, isLiteral ? code(standard) : standard];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

function phrase(text: string): string {
  return text.replace(/\.$/, "").replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
}

writeOrCheck(await referenceFiles(), "write-reference.ts");
