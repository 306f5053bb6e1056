import { UsageError } from "./errors.js";

/** Longer words are not misspelled names, and comparing them would take time. */
const MOST_CHARACTERS = 60;

/**
 * The candidates most similar to what was typed, best first, for suggestions. Omits candidates that are too different.
 * Ignores case and punctuation.
 */
export function nearest(typed: string, candidates: Iterable<string>, count = 3): string[] {
  if (typed.length > MOST_CHARACTERS) return [];
  const tolerated = Math.max(2, Math.floor(lettersOf(typed).length / 2));
  return [...candidates]
    .map((candidate) => ({ candidate, distance: slips(typed, candidate) }))
    .filter(({ distance }) => distance <= tolerated)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/**
 * What to say of a name that does not exist: the one that was likely meant, or all that there are.
 * @param all begins the list of all, such as "The options are"
 */
export function suggestion(typed: string, known: readonly string[], all: string): string {
  const [meant] = nearest(typed, known, 1);
  return meant === undefined ? `${all} ${known.join(", ")}.` : `Did you mean ${meant}?`;
}

/**
 * Refuses options that do not exist, as a misspelled one would otherwise be ignored.
 * @param subject what takes the options, and "has" or "have"
 * @throws UsageError with a suggestion
 */
export function requireKnown(subject: string, given: unknown, names: readonly string[]): void {
  requireObject(subject, given, names);
  refuseUnknown(`${subject} no option`, given, names);
}

/** @throws UsageError for options that are not in an object */
export function requireObject(
  subject: string,
  given: unknown,
  names: readonly string[],
): asserts given is object {
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return;
  const found = Array.isArray(given) ? "a list" : given === null ? "null" : `a ${typeof given}`;
  throw new UsageError(
    `${subject} its options in an object, with ${names.join(", ")}; ${found} was given.`,
  );
}

/**
 * The same for what is an object.
 * @param lead such as "Unknown option", before the option's name
 */
export function refuseUnknown(lead: string, given: object, names: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const advice = suggestion(unknown, names, "The options are");
  throw new UsageError(`${lead} ${JSON.stringify(unknown)}. ${advice}`);
}

/**
 * The candidate that was surely meant: up to two typing errors, but only one if two would turn a short word into a
 * different one. For input that can only be a mistake and is refused.
 */
export function closest(typed: string, candidates: readonly string[]): string | undefined {
  const [best] = nearest(typed, candidates, 1);
  if (best === undefined) return undefined;
  const [a, b] = [lettersOf(typed), lettersOf(best)];
  const isSwap = sorted(a) === sorted(b);
  const allowed = isSwap ? 2 : Math.min(2, Math.floor(Math.min(a.length, b.length) / 3));
  return slips(typed, best) <= allowed ? best : undefined;
}

/** The number of letters to insert, remove or replace. Ignores case and punctuation. */
function slips(a: string, b: string): number {
  return editDistance(lettersOf(a), lettersOf(b));
}

function lettersOf(word: string): string {
  return word.replace(/[\s_.-]/g, "").toLowerCase();
}

function sorted(word: string): string {
  return [...word].sort().join("");
}

/** The Levenshtein distance: the number of characters to insert, remove or replace. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[to.length]!;
}
