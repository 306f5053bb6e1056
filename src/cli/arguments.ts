import { parseArgs } from "node:util";

import type { Command, Option } from "commander";

import { flagOf, refuseSecret, strayArguments, unknownFlag } from "../support/command-line.js";
import { UsageError } from "../support/errors.js";
import { nearest } from "../support/nearest.js";

/** Flags whose values are keys or mnemonics. */
const SECRET = ["--private-key", "--mnemonic"];
/** Flags whose values may have as many digits as a key. */
const HASHES = /^<(hash|id|address)\b/;

/**
 * Checks a command line, and converts camel-case flags to the parser's spelling. Checks first, because the parser's own
 * errors repeat what was typed, which may be a key.
 * @throws UsageError, which never contains a value that could be a secret
 */
export function readArguments(args: readonly string[], root: Command): readonly string[] {
  const { command, place } = commandOf(args, root);
  const help = `${command === root ? "" : `${root.name()} `}${command.name()} --help`;
  const tokens = tokensOf(args, [...root.options, ...command.options]);
  // The parser shows the help, even if anything else is wrong.
  if (tokens.some((token) => token.kind === "option" && token.rawName === "--help")) return args;
  const read = [...args];
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { rawName, index, value } = token;
    const { options } = index < place ? root : command;
    const flag = rawName.startsWith("--") ? flagOf(rawName.slice(2)) : rawName;
    const option = options.find(({ short, long }) => short === flag || long === flag);
    if (option === undefined) {
      throw unknownFlag(rawName, ["--help", ...options.map(({ long }) => long ?? "")], help);
    }
    read[index] = read[index]!.replace(rawName, flag);
    checkValue(flag, option, value, token.inlineValue === true);
  }
  checkPositionals(positionals, command, root, help);
  return read;
}

function checkValue(
  flag: string,
  option: Option,
  value: string | undefined,
  inline: boolean,
): void {
  if (!option.required) {
    if (value === undefined) return;
    throw new UsageError(`${flag} takes no value. Pass it alone, or omit it.`);
  }
  const swallowed = !inline && value !== undefined && value.startsWith("-") && value.length > 1;
  if (value === undefined || swallowed) {
    throw new UsageError(`${flag} needs a value: ${option.flags}.`);
  }
  const placeholder = /<.*$/.exec(option.flags)?.[0] ?? "";
  if (SECRET.includes(option.long ?? "") || HASHES.test(placeholder)) return;
  refuseSecret(flag, value);
}

function checkPositionals(
  positionals: readonly string[],
  command: Command,
  root: Command,
  help: string,
): void {
  const rest = command === root ? positionals : positionals.slice(1);
  const surplus = rest.slice(command.registeredArguments.length);
  if (surplus.length === 0) return;
  const [first = ""] = surplus;
  const names = root.commands.map((candidate) => candidate.name());
  if (surplus.length > 1 || command !== root || !/^[a-z-]{1,20}$/i.test(first)) {
    throw strayArguments(surplus, help);
  }
  const [closest] = nearest(first, names, 1);
  throw new UsageError(
    `Unknown command ${first}. ` +
      (closest === undefined
        ? `The commands are ${names.join(", ")}.`
        : `Did you mean ${closest}?`),
  );
}

/** The command and the index of its name. Options may come before it, with values that look like a name. */
function commandOf(args: readonly string[], root: Command): { command: Command; place: number } {
  const everything = [root, ...root.commands].flatMap(({ options }) => options);
  for (const token of tokensOf(args, everything)) {
    if (token.kind !== "positional") continue;
    const command = root.commands.find((candidate) => candidate.name() === token.value);
    return command === undefined ? { command: root, place: 0 } : { command, place: token.index };
  }
  return { command: root, place: 0 };
}

/** Parses the arguments with node:util. Camel-case flags are declared, so that their values are recognised. */
function tokensOf(args: readonly string[], options: readonly Option[]) {
  const declared: Record<string, { type: "boolean" | "string"; short?: string }> = {};
  for (const { long, short, required } of options) {
    const type = required ? "string" : "boolean";
    const name = long?.slice(2) ?? short?.slice(1) ?? "";
    declared[name] = { type, ...(short && { short: short.slice(1) }) };
    declared[name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())] ??= {
      type,
    };
  }
  return parseArgs({
    args: [...args],
    options: declared,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}
