/** Facts about a DAO: what it is about, and its value, both as text. */
export type Facts = Map<string, string>;

/** What a brute reading found. */
export interface Found {
  /** Whoever tells about the DAO tells these. */
  readonly facts: Facts;
  /** True, too, but told only if a reader has a reason to. */
  readonly further: Facts;
  /** Who decides about what each permission allows. */
  readonly deciders: Map<bigint, Deciders>;
}

/** Who decides about something: the accounts that do so alone, and the least number that do so together. */
interface Deciders {
  readonly alone: readonly string[];
  /** Infinity if all together do not. */
  readonly fewest: number;
}

/** What was told about a DAO. */
export interface Told {
  readonly facts: Facts;
  /** Beginnings of the facts that the reader says are not known. */
  readonly notKnown: readonly string[];
}

/** Every difference between what was told and what was found, a line each. */
export function differencesOf(told: Told, found: Found): readonly string[] {
  const isKnown = (key: string): boolean => !told.notKnown.some((start) => key.startsWith(start));
  const wrong = [...told.facts].flatMap(([key, value]) => {
    const is = found.facts.get(key) ?? found.further.get(key);
    return is === value ? [] : [`${key}: told ${value}, is ${is ?? "nothing"}`];
  });
  const missing = [...found.facts].flatMap(([key, value]) =>
    told.facts.has(key) || !isKnown(key) ? [] : [`${key}: not told, is ${value}`],
  );
  return [...wrong, ...missing];
}

/** Any value as text, the same for numbers and their decimal digits, and for all ways to write an address. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, each]) => `${key}=${textOf(each)}`);
    return `{${entries.sort().join()}}`;
  }
  const text = String(value);
  return /^0x[0-9a-fA-F]*$/.test(text) ? text.toLowerCase() : text;
}
