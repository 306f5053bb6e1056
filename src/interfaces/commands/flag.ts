import type { FlagValues } from "./flag-values.js";
import { HANDLING, type Kinds } from "./kinds.js";

/** A way to run a command: the command line, a Hardhat task, or a function of the library. */
export type Door = "command" | "task" | "library";

export type Kind = keyof Kinds;

/** The settings of hardhat.config that stand for an option that is not given. */
export interface Configured {
  readonly arcVersion?: string;
  readonly params?: string;
  readonly output?: string;
  readonly customAbis?: string;
  readonly allowUnrehearsed?: boolean;
}

/** One option of a command. Its name is its key in a command's `flags`, in camel case. */
export interface Flag<K extends Kind = Kind, D extends Door = Door> {
  readonly kind: K;
  /** For the help, as a phrase; a default that is not a constant stands in brackets at its end. */
  readonly about: string;
  readonly doors: readonly D[];
  readonly short?: string;
  /** Name of its value in the help. Default: that of its kind. */
  readonly value?: string;
  /** Other names, with hyphens. */
  readonly also?: readonly string[];
  // Our declarations have to hold with exactOptionalPropertyTypes, too.
  readonly default?: Extract<Kinds[K], string | number> | undefined;
  readonly choices?: readonly string[];
  /** May be given more than once. */
  readonly repeats?: boolean;
  /** A variable of the environment that stands for it. */
  readonly env?: string;
  /** The setting of hardhat.config that stands for it. */
  readonly configured?: keyof Configured;
  /** What a written file may replace. Default: any file but a result. */
  readonly replaces?: "nothing" | { readonly begins: string };
}

export type Flags = Readonly<Record<string, Flag>>;

export const EVERYWHERE: readonly Door[] = ["command", "task", "library"];
export const SHOWN = ["command", "task"] as const;
export const LIBRARY = ["library"] as const;

/** Describes an option. */
export function flag<K extends Kind, D extends Door = Door>(
  kind: K,
  about: string,
  more: Omit<Partial<Flag<K, D>>, "kind" | "about"> = {},
): Flag<K, D> {
  return { doors: EVERYWHERE as readonly D[], ...more, kind, about };
}

function flagAt<D extends Door>(doors: readonly D[]) {
  return <K extends Kind>(
    kind: K,
    about: string,
    more: Omit<Partial<Flag<K>>, "kind" | "about" | "doors"> = {},
  ): Flag<K, D> => ({ ...more, kind, about, doors });
}

/** An option for what is shown or written; the library returns everything instead. */
export const shown = flagAt(SHOWN);
/** An option that is no text. */
export const inLibrary = flagAt(LIBRARY);

/** The same option with other words, another default or the like. */
export function adapted<K extends Kind, D extends Door>(
  known: Flag<K, D>,
  other: Omit<Partial<Flag<K, D>>, "kind" | "doors">,
): Flag<K, D> {
  return { ...known, ...other };
}

/** The values that options have when a command runs. */
export type OptionsOf<F extends Flags> = {
  readonly [Name in keyof F]?: Kinds[F[Name]["kind"]];
};

/** The names of the options that the library's function has. */
type InLibrary<F extends Flags> = {
  [Name in keyof F]: "library" extends F[Name]["doors"][number] ? Name : never;
}[keyof F];

/** The options of the library's function, with the comments of `FlagValues`. */
export type LibraryOptions<F extends Flags> = Pick<FlagValues, InLibrary<F> & keyof FlagValues>;

/** All names of an option as they are typed, without the two hyphens; the first is for the help. */
export function longNames(name: string, { also = [] }: Flag): readonly string[] {
  return [name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), ...also];
}

/** An option as in the help: `-i, --params <file>`. */
export function flagText(name: string, flag: Flag): string {
  const { short, kind, value = HANDLING[kind]?.value ?? kind } = flag;
  const names = longNames(name, flag).map((each) => `--${each}`);
  const long = `${names.join(", ")}${kind === "switch" ? "" : ` <${value}>`}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** What an option means, and its default: a constant, or in words. */
export function wordsOf({ about, default: standard }: Flag) {
  const [, words = about, described = ""] = /^(.*?) \(default: (.*)\)$/.exec(about) ?? [];
  const isLiteral = standard !== undefined;
  return { words, standard: isLiteral ? String(standard) : described, isLiteral };
}

export function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function flagsAt(door: Door, flags: Flags): Flags {
  return Object.fromEntries(Object.entries(flags).filter(([, { doors }]) => doors.includes(door)));
}
