import { parseArgs } from "node:util";

import type { Command } from "../commands/command.js";
import {
  camelCase,
  flagsAt,
  flagText,
  longNames,
  type Flag,
  type Flags,
} from "../commands/flag.js";
import type { Given } from "../commands/completed-options.js";
import { flagOf, strayArguments, unknownFlag } from "../../foundation/support/command-line.js";
import { UsageError } from "../../foundation/support/errors.js";
import { closest, suggestion } from "../../foundation/support/nearest.js";
import { couldBeSecret } from "../../foundation/support/secrets.js";

/** A command line, understood. */
export interface ReadArguments {
  readonly command: Command;
  /** As it was typed; absent for the default. */
  readonly name?: string;
  readonly given: Given;
  /** Asked for instead of running anything. */
  readonly wants?: "help" | "version";
}

/** Options with these names moved elsewhere. */
const MOVED: Readonly<Record<string, readonly string[]>> = {
  "--force": ["--overwrite", "--allow-lockout", "--redeploy"],
  "--output": ["--result"],
  "-o": ["--result"],
};

/**
 * Reads a command line. Options may come before or after the command's name.
 * @param commands the first is the default
 * @param binary name of the program, for errors
 * @throws UsageError, which never contains a value that could be a key
 */
export function readArguments(
  args: readonly string[],
  commands: readonly [Command, ...Command[]],
  binary: string,
): ReadArguments {
  // `help VERB` is `VERB --help`.
  if (args[0] === "help") return readArguments([...args.slice(1), "--help"], commands, binary);
  const { command, place } = commandOf(args, commands);
  const isDefault = place === undefined;
  if (isDefault) refuseMisspelled(args, commands);
  const typed = isDefault ? undefined : args[place];
  const help = `${binary} ${typed === undefined ? "" : `${typed} `}--help`;
  const flags = flagsAt("command", command.flags);
  const spellings = spellingsOf(flags);
  const tokens = tokensOf(args, [flags]);
  const wants = wantsOf(tokens, spellings);
  if (wants !== undefined) return { command, name: typed, given: {}, wants };
  const given: Record<string, string | boolean | readonly string[]> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional" && token.index !== place) positionals.push(token.value);
    if (token.kind !== "option") continue;
    const name = spellings.get(token.rawName);
    if (name === undefined) throw unknown(token.rawName, spellings, help);
    const flag = flags[name]!;
    const value = valueOf(name, flag, token);
    if (flag.repeats !== true) refuseSecond(name, given, value);
    // Only what takes a value is ever repeated.
    given[name] = flag.repeats === true ? ([given[name] ?? [], value].flat() as string[]) : value;
  }
  const names = command.positional ?? [];
  refuseSurplus(positionals.slice(names.length), isDefault ? commands : [], help);
  for (const [index, value] of positionals.entries()) {
    refuseSecond(names[index]!, given, value);
    given[names[index]!] = value;
  }
  return { command, given };
}

/** @throws UsageError for a second value, as nobody could tell which one counts; a switch may be repeated */
function refuseSecond(name: string, given: Given, value: unknown): void {
  if (given[name] === undefined || value === true) return;
  throw new UsageError(`${flagOf(name)} is given more than once. Give it once.`);
}

function wantsOf(
  tokens: ReturnType<typeof tokensOf>,
  spellings: ReadonlyMap<string, string>,
): ReadArguments["wants"] {
  const typed = (...names: string[]): boolean =>
    tokens.some(
      (token) =>
        token.kind === "option" && names.includes(token.rawName) && !spellings.has(token.rawName),
    );
  if (typed("--help", "-h")) return "help";
  return typed("--version", "-V") ? "version" : undefined;
}

function unknown(typed: string, spellings: ReadonlyMap<string, string>, help: string): UsageError {
  const moved = MOVED[typed]?.find((flag) => spellings.has(flag));
  if (moved !== undefined) {
    return new UsageError(`Unknown option ${typed}. Did you mean ${moved}? See ${help}.`);
  }
  return unknownFlag(typed, ["--help", ...spellings.keys()], help);
}

type OptionToken = Extract<ReturnType<typeof tokensOf>[number], { kind: "option" }>;

function valueOf(
  name: string,
  flag: Flag,
  { rawName, value, inlineValue }: OptionToken,
): string | boolean {
  if (flag.kind === "switch") {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} takes no value. Pass it alone, or omit it.`);
  }
  // No option begins with a digit, so `-5` is a number.
  const swallowed = inlineValue !== true && /^-[^\d.]/.test(value ?? "");
  if (value === undefined || swallowed) {
    throw new UsageError(`${rawName} needs a value: ${flagText(name, flag)}.`);
  }
  return value;
}

function refuseSurplus(
  surplus: readonly string[],
  commands: readonly Command[],
  help: string,
): void {
  const [first] = surplus;
  if (first === undefined) return;
  if (surplus.length > 1 || commands.length === 0 || !/^[a-z-]{1,20}$/i.test(first)) {
    throw strayArguments(surplus, help);
  }
  throw unknownCommand(
    first,
    commands.map(({ name }) => name),
  );
}

function unknownCommand(typed: string, names: readonly string[]): UsageError {
  return new UsageError(
    `Unknown command ${typed}. ${suggestion(typed, names, "The commands are")}`,
  );
}

/** Before the options, which belong to the command that was meant. */
function refuseMisspelled([typed = "", ...rest]: readonly string[], commands: readonly Command[]) {
  const names = commands.flatMap(({ name, also = [] }) => [name, ...also]);
  const meant = typed.startsWith("-") ? undefined : closest(typed, names);
  // The words of a mnemonic are not shown, and "cheek" begins some.
  if (meant === undefined || couldBeSecret([typed, ...rest].join(" "))) return;
  throw unknownCommand(typed, [meant]);
}

/** The command, and the index of its name. Options may come before it, with values that look like a name. */
function commandOf(
  args: readonly string[],
  commands: readonly [Command, ...Command[]],
): { readonly command: Command; readonly place?: number } {
  const all = commands.map(({ flags }) => flagsAt("command", flags));
  const token = tokensOf(args, all).find(({ kind }) => kind === "positional");
  if (token?.kind !== "positional") return { command: commands[0] };
  const command = commands.find(({ name, also = [] }) => [name, ...also].includes(token.value));
  return command === undefined ? { command: commands[0] } : { command, place: token.index };
}

function spellingsOf(flags: Flags): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>();
  for (const [name, flag] of Object.entries(flags)) {
    for (const long of longNames(name, flag)) {
      spellings.set(`--${long}`, name);
      spellings.set(`--${camelCase(long)}`, name);
    }
    if (flag.short !== undefined) spellings.set(`-${flag.short}`, name);
  }
  return spellings;
}

/** Parses the arguments with node:util. All spellings are declared, so that their values are recognised. */
function tokensOf(args: readonly string[], all: readonly Flags[]) {
  const options: Record<string, { type: "boolean" | "string"; short?: string }> = {};
  for (const flags of all) {
    for (const [spelling, name] of spellingsOf(flags)) {
      const { kind, short } = flags[name]!;
      const type = kind === "switch" ? "boolean" : "string";
      if (spelling.startsWith("--")) options[spelling.slice(2)] ??= { type };
      // The parser knows a short name only beside a long one.
      else options[`short of ${name}`] ??= { type, short: short! };
    }
  }
  return parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}
