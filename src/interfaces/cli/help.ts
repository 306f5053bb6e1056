import { exitWords } from "../../output/terminal/exit-codes.js";
import type { Command } from "../commands/command.js";
import { flagsAt, flagText, type Flag } from "../commands/flag.js";

const WIDTH = 100;

export function helpText(command: Command, { binary, name, commands }: HelpContext): string {
  const positional = command.positional ?? [];
  const flags = flagsAt("command", command.flags);
  const options = Object.entries(flags).filter(([option]) => !positional.includes(option));
  const usage = [binary, ...(name === undefined ? [] : [name]), "[options]"];
  const sections: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    ["Arguments", positional.map((option) => [option, aboutOf(flags[option]!)])],
    [
      "Options",
      [
        ...options.map(([option, flag]) => [flagText(option, flag), aboutOf(flag)] as const),
        ["-h, --help", "show this help"],
      ],
    ],
    ["Commands", name === undefined ? commands.map((other) => [other.name, other.summary]) : []],
  ];
  const { examples = [], remarks } = command;
  const shown = examples.map(
    ([line, effect]) => `  ${`${binary} ${line}`.trim()}\n      ${effect}`,
  );
  return [
    `Usage: ${[...usage, ...positional.map((each) => `[${each}]`)].join(" ")}`,
    wrapped(command.summary, 0),
    ...sections.filter(([, rows]) => rows.length > 0).map(([title, rows]) => table(title, rows)),
    shown.length > 0 && `Examples:\n${shown.join("\n")}`,
    remarks && wrapped(remarks, 0),
    wrapped(`Exit codes: ${exitWords(command.exits)}.`, 0),
  ]
    .filter(Boolean)
    .join("\n\n");
}

interface HelpContext {
  readonly binary: string;
  /** As it was typed; absent for the program itself. */
  readonly name?: string;
  /** Of the program, listed where none is named. */
  readonly commands: readonly Command[];
}

function aboutOf({ about, default: standard, env }: Flag): string {
  const facts = [
    ...(standard === undefined ? [] : [`default: ${String(standard)}`]),
    ...(env === undefined ? [] : [`environment: ${env}`]),
  ];
  return facts.length === 0 ? about : `${about} (${facts.join(", ")})`;
}

function table(title: string, rows: readonly (readonly [string, string])[]): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 4;
  const lines = rows.map(([name, about]) => `  ${name.padEnd(left - 2)}${wrapped(about, left)}`);
  return `${title}:\n${lines.join("\n")}`;
}

/** Breaks a text into lines; all but the first are indented. */
function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      if (line !== "" && indent + line.length + 1 + word.length > WIDTH) {
        lines.push(line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}
