import { resolve } from "node:path";

import { flagOf, refuseSecret, wrongValue } from "../../foundation/support/command-line.js";
import { UsageError } from "../../foundation/support/errors.js";
import {
  refuseUnknown as refuseUnknownNames,
  requireObject,
} from "../../foundation/support/nearest.js";
import type { Command, Context } from "./command.js";
import {
  camelCase,
  flagsAt,
  longNames,
  type Door,
  type Flag,
  type Flags,
  type Kind,
} from "./flag.js";
import { HANDLING } from "./kinds.js";

/** Options as a door gets them: as text, or in the library as values. */
export type Given = Readonly<Record<string, unknown>>;

/** Options by name, each with a value of its kind. */
export type Values = Readonly<Record<string, unknown>>;

/** Options that each choose an account. One that is given is never mixed with the environment's. */
const KEYS: readonly string[] = ["privateKey", "mnemonic", "keystore", "from"];

/**
 * The options of a command: checked, converted from text, and completed by the configuration and the defaults.
 * @throws UsageError for a value that an option does not accept, or options that exclude each other
 */
export function optionsOf(
  command: Command,
  given: Given,
  {
    door,
    config,
    environment,
    projectRoot,
  }: Pick<Context, "door" | "config" | "environment" | "projectRoot">,
): Values {
  const flags = flagsAt(door, command.flags);
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const flag = flags[name];
    if ((value ?? undefined) === undefined || flag === undefined) continue;
    const shown = nameAt(door, name, command);
    refuseType(shown, flag.kind, value);
    values[name] = valueOf(shown, flag, value);
  }
  refuseConflicts(command, values, door);
  const isKeyGiven = KEYS.some((name) => values[name] !== undefined);
  for (const [name, flag] of Object.entries(command.flags)) {
    if (!isKeyGiven || !KEYS.includes(name)) values[name] ??= environment[name];
    if (values[name] !== undefined) continue;
    const configured = flag.configured && config[flag.configured];
    values[name] = withPath(flag, configured ?? flag.default, projectRoot);
  }
  return values;
}

/**
 * Options by their own names: tasks and the library take the other names, too, in camel case.
 * @returns unknown ones unchanged
 * @throws UsageError for options that are not in an object
 */
export function renamed(given: Given, flags: Flags, door: "task" | "library"): Given {
  requireObject("The function has", given, namesInLibrary(flags));
  const own = new Map<string, string>();
  for (const [name, flag] of Object.entries(flags)) {
    for (const each of longNames(name, flag)) own.set(camelCase(each), name);
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([typed, value]) => {
      // In a task, a switch that was not given is false.
      if (value === undefined || (door === "task" && value === false)) return [];
      return [[own.get(typed) ?? typed, value]];
    }),
  );
}

function nameAt(door: Door, name: string, { positional = [] }: Command): string {
  return door === "library" || positional.includes(name) ? name : flagOf(name);
}

function refuseType(shown: string, kind: Kind, value: unknown): void {
  const [types, wanted, method = ""] = HANDLING[kind]?.takes ?? [];
  const type = typeof value;
  if (types?.includes(type) !== false) return;
  if (typeof (value as Readonly<Record<string, unknown>>)[method] === "function") return;
  if (type === "string") throw wrongValue(shown, value as string, wanted!);
  throw new UsageError(`${shown} is ${named(value)}. It must be ${wanted!}.`);
}

/** What kind of value it is: the value itself may be a key. */
function named(value: unknown): string {
  if (value instanceof Promise) return "a promise that was not awaited";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function valueOf(shown: string, flag: Flag, given: unknown): unknown {
  // The library's numbers have the limits of those that are typed.
  const { number, path, isLikeKey, isList } = HANDLING[flag.kind] ?? {};
  const isNumber = number !== undefined && ["number", "bigint"].includes(typeof given);
  const value = isNumber ? String(given) : given;
  if (typeof value !== "string") return value;
  const mayBe = typeof isLikeKey === "object" ? isLikeKey.test(value) : isLikeKey;
  if (mayBe !== true) refuseSecret(shown, value);
  // No stream can stand for a path.
  if (path !== undefined && /^-?$/.test(value)) throw wrongValue(shown, value, "a path");
  const { choices } = flag;
  if (choices !== undefined) {
    if (choices.includes(value.toLowerCase())) return value.toLowerCase();
    throw wrongValue(shown, value, choices.join(", ").replace(/, ([^,]+)$/, " or $1"));
  }
  if (isList === true) return value.split(",").map((each) => each.trim());
  if (number === undefined) return withPath(flag, value);
  const [pattern, wanted] = number;
  if (pattern.test(value)) return Number(value);
  throw wrongValue(shown, value, wanted);
}

/** A path is relative to the current folder, except a default or one in the configuration. */
function withPath({ kind }: Flag, value: unknown, base = "."): unknown {
  const isPath = HANDLING[kind]?.path === "absolute" && typeof value === "string";
  return isPath ? resolve(base, value) : value;
}

const PRINTED = ["json", "markdown", "print in two formats"] as const;

function refuseConflicts(command: Command, values: Values, door: Door): void {
  for (const [one, other, why] of [...(command.conflicts ?? []), PRINTED]) {
    if (!isGiven(values[one]) || !isGiven(values[other])) continue;
    throw new UsageError(
      `${nameAt(door, one, command)} and ${nameAt(door, other, command)} cannot be combined` +
        `${why === undefined ? "" : `: they ${why}`}. Use one of them.`,
    );
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** @throws UsageError for an option that the library's function does not have */
export function refuseUnknown(options: object, flags: Flags): void {
  refuseUnknownNames("Unknown option", options, namesInLibrary(flags));
}

function namesInLibrary(flags: Flags): string[] {
  const known = Object.entries(flagsAt("library", flags));
  return known.flatMap(([name, flag]) => longNames(name, flag).map(camelCase));
}
