import type { Inspected } from "../../engine/inspect/description.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { MigrationError } from "../../foundation/support/errors.js";

/** Names beyond these become "and 35 others": nobody would listen to them. */
const MOST_NAMES = 10;
const LONGEST_NAME = 80;
const COUNTS = "no one two three four five six seven eight nine ten".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const MILLION = 1_000_000n;

/**
 * A text from a chain, made safe for a script: one line, without control characters, marks that change
 * the text direction, or lone surrogates.
 */
export function cleaned(text: string): string {
  const plain = text.replace(/\p{Cc}\[[\d;]*[a-z]/giu, " ");
  return plain.replace(/[\s\p{C}]+/gu, " ").trim();
}

/** A name from a chain, cut if it is long. */
export function nameOf(text: string): string {
  const name = [...cleaned(text)];
  return name.length <= LONGEST_NAME ? name.join("") : `${name.slice(0, LONGEST_NAME).join("")}…`;
}

/** The name of a contract or function as words: "Contribution Reward". */
export function words(identifier: string): string {
  return nameOf(identifier)
    .replace(/([a-z\d])([A-Z])|([A-Z]+)(?=[A-Z][a-z]{2})/g, "$1$3 $2")
    .replace(/([a-z]{2})(\d)|_+/gi, "$1 $2")
    .replace(/ {2,}/g, " ");
}

/** "one vote", "12 votes", "no votes". */
export function count(number: number, noun: string): string {
  return `${counted(number)} ${noun}${number === 1 ? "" : "s"}`;
}

export function counted(number: number): string {
  return COUNTS[number] ?? number.toLocaleString("en");
}

/** "the third proposal", or "proposal 12" if the ordinal would be long. */
export function ordinal(index: number, noun: string): string {
  const word = ORDINALS[index];
  return word === undefined ? `${noun} ${counted(index + 1)}` : `the ${word} ${noun}`;
}

/** "a, b, and c". */
export function list(items: readonly string[]): string {
  return new Intl.ListFormat("en").format(items);
}

/** At most ten names, each with how often it occurs. */
export function listNames(names: readonly string[]): string {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  const named = [...times].map(([name, n]) => {
    if (n === 1) return name;
    const [, noun, rest = ""] = /^an? (\w+)(.*)$/.exec(name) ?? [];
    return noun === undefined ? `${counted(n)} schemes called ${name}` : count(n, noun) + rest;
  });
  const others = [...times.values()].slice(MOST_NAMES).reduce((sum, n) => sum + n, 0);
  return list([...named.slice(0, MOST_NAMES), ...(others === 0 ? [] : [count(others, "other")])]);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Sentences, without those that are empty. */
export function paragraph(...sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(" ");
}

/** Items with the same key together, in the order of the first of each. */
export function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  return [...Map.groupBy(items, (item) => keyOf(item)).values()];
}

/**
 * What was read.
 * @throws MigrationError if it could not be: a story must not be incomplete
 */
export function required<Value>(what: string, value: Inspected<Value>): Value {
  if (!isNotRead(value)) return value;
  throw new MigrationError(
    `The story of this DAO cannot be told, as ${what} could not be read: ${value.notRead}. ` +
      "Use a node that has all events and the state of the latest block.",
  );
}

/**
 * What was read; undefined if nobody can know it, such as what a scheme of unknown code is asked to do.
 * @throws MigrationError if it could not be read
 */
export function knowable<Value>(what: string, value: Inspected<Value>): Value | undefined {
  return isNotRead(value) && value.unknowable === true ? undefined : required(what, value);
}

/** "16.7 percent", "less than 0.1 percent". */
export function percent(part: bigint, whole: bigint): string {
  const tenths = whole === 0n ? 0 : Number((part * 1000n + whole / 2n) / whole);
  return `${tenths === 0 && part > 0n ? "less than 0.1" : tenths / 10} percent`;
}

/** "30 days", "90 minutes". */
export function sayTime(seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ] as const;
  const [unit, length] = units.find(([, length]) => seconds % length === 0)!;
  return count(seconds / length, unit);
}

/** A number with at most so many decimals, and whether that is all of it. */
function rounded(
  value: bigint | `${number}`,
  decimals: number,
  options: Intl.NumberFormatOptions,
): readonly [text: string, isExact: boolean] {
  const [text, all] = [decimals, 100].map((most) =>
    // Intl formats a text without rounding it to a double first.
    new Intl.NumberFormat("en", { ...options, maximumFractionDigits: most }).format(value),
  ) as [string, string];
  return [text, text === all];
}

/**
 * An amount with its noun, as one says it: "no tokens", "about 1 token", "less than 0.0001 tokens",
 * "about 123.46 million tokens".
 * @param nouns plural; the same for what is not counted, such as reputation
 */
export function sayAmount(wei: bigint, noun: string, decimals = 18, nouns = `${noun}s`): string {
  if (wei === 0n) return `no ${nouns}`;
  const tokens = `${wei}e-${decimals}` as `${number}`;
  const [number, isExact] = rounded(tokens, 4, { roundingMode: "trunc" });
  if (number === "0") return `less than 0.0001 ${nouns}`;
  const one = 10n ** BigInt(decimals);
  const isSmall = wei < MILLION * one;
  const said = isSmall ? number : sayNumber(wei / one);
  const about = (isSmall ? isExact : wei % one === 0n) || said.startsWith("about ") ? "" : "about ";
  return `${about}${said} ${number === "1" ? noun : nouns}`;
}

/** A whole number as one says it: up to six digits unchanged, "about 1.23 million", or a power of ten. */
export function sayNumber(value: bigint): string {
  if (value < MILLION) return value.toString();
  const power = Math.round(Math.log10(Number(value)));
  if (power >= 15) return `about ten to the power of ${power}`;
  const [said, isExact] = rounded(value, 2, { notation: "compact", compactDisplay: "long" });
  return `${isExact ? "" : "about "}${said}`;
}
