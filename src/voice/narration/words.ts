/** Names beyond these become "and 35 others": nobody would listen to them. */
const MOST_NAMES = 10;
const LONGEST_NAME = 80;
const COUNTS = "no one two three four five six seven eight nine ten".split(" ");
const ORDINALS = "first second third fourth fifth sixth seventh eighth".split(" ");

// Created at first use: at module level they would cost every user time and memory.
let rules: Intl.PluralRules | undefined;
let lists: Intl.ListFormat | undefined;

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
  return `${counted(number)} ${plural(number, noun)}`;
}

export function counted(number: number): string {
  return COUNTS[number] ?? number.toLocaleString("en", { maximumFractionDigits: 1 });
}

/** @param many the plural, if it is not formed with s */
export function plural(number: number, one: string, many = `${one}s`): string {
  rules ??= new Intl.PluralRules("en");
  return rules.select(number) === "one" ? one : many;
}

/** "the third proposal", or "proposal 12" if the ordinal would be long. */
export function ordinal(index: number, noun = ""): string {
  const word = ORDINALS[index];
  return word === undefined
    ? `${noun || "number"} ${counted(index + 1)}`
    : `the ${word} ${noun}`.trim();
}

/** "a, b, and c". */
export function list(items: readonly string[]): string {
  lists ??= new Intl.ListFormat("en");
  return lists.format(items);
}

/** At most ten names, each with how often it occurs. */
export function listNames(names: readonly string[]): string {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  const told = [...times].map(([name, n]) => {
    if (n === 1) return name;
    const [, noun, rest] = /^an? (\w+)(.*)$/.exec(name) ?? [];
    if (noun === undefined) return `${counted(n)} schemes called ${name}`;
    return `${counted(n)} ${noun}s${rest}`;
  });
  const others = [...times.values()].slice(MOST_NAMES).reduce((sum, n) => sum + n, 0);
  const rest = others === 0 ? [] : [count(others, "other")];
  return list([...told.slice(0, MOST_NAMES), ...rest]);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
