import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

import type { NetworkSettings } from "../../foundation/chain/networks.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { VoiceClientOptions } from "../../voice/checked-options.js";
import type { Silence } from "../../operations/check/report/report.js";
import type { Parts } from "../../output/document/document.js";
import type { ExitWords, Outcome } from "../../output/terminal/exit-codes.js";
import type { Progress } from "../../output/terminal/progress.js";
import type { Configured, Door, Flags, LibraryOptions, OptionsOf } from "./flag.js";

/** A chain that a door has opened. */
interface Connected {
  readonly provider: Eip1193Provider;
  /** Whether it is simulated in this process, and starts empty. */
  readonly inProcess?: boolean;
  /** Hardhat's connection; only in a task. */
  readonly connection?: NetworkConnection;
}

/** A client's options, with keys that are only requested when they are needed. */
export type VoiceService = Omit<VoiceClientOptions, "clientKey" | "apiKey"> & {
  readonly clientKey?: () => Promise<string>;
  readonly apiKey?: () => Promise<string>;
};

/** What a door gives to a command besides its options. */
export interface Context {
  readonly door: Door;
  /** Base of the configuration's relative paths, and of an installed `@daostack/arc`. */
  readonly projectRoot: string;
  /** From hardhat.config; empty for the other doors. */
  readonly config: Configured & {
    readonly silenced?: readonly Silence[];
    readonly voice?: VoiceService;
    /** By chain ID. */
    readonly networks?: Readonly<Record<number, NetworkSettings>>;
  };
  /** What variables of the environment stand for, by the option's name. */
  readonly environment: Readonly<Record<string, string>>;
  readonly progress: Progress;
  /** Those that the door has. */
  readonly commands: Commands;
  /** Only in a task. */
  readonly hre?: HardhatRuntimeEnvironment;
  /** Called with what is to be done once the command has run. */
  readonly atEnd?: (close: () => Promise<void>) => void;
  /** Opens the network that Hardhat was started with, or else the node of `--provider`. */
  connect(options: {
    readonly provider?: string | Eip1193Provider;
    readonly signal?: AbortSignal;
    /** Whether the accounts of Hardhat's network are needed. Default: false. */
    readonly signs?: boolean;
  }): Connected | Promise<Connected>;
}

type Words = string | Parts;

/** What a terminal or a file gets. Functions are called only if their result is wanted. */
export interface Shown {
  /** The result: for a terminal, and with --markdown as Markdown, which a document becomes. */
  readonly document?: (asMarkdown: boolean) => Words | Promise<Words>;
  /** The result, for --json, or a function that returns it. */
  readonly json?: unknown;
  /** What was done, as text, which --quiet leaves out. */
  readonly summary?: () => Words | Promise<Words>;
  /** What is not part of the result; it goes to standard error. */
  readonly note?: () => Words | Promise<Words>;
  /** The contents of files, by the option that names the file; an object is written as JSON. */
  readonly files?: {
    readonly [Option in string]?: () => string | object | Promise<string | object>;
  };
}

/** One verb, for all doors. It imports types and words only: what it runs is loaded when it runs. */
export interface Command {
  readonly name: string;
  /** Other names. */
  readonly also?: readonly string[];
  /** Its function in the library, if it has one. */
  readonly library?: string;
  /** Default: the command line and tasks, and the library if it has a function there. */
  readonly doors?: readonly Door[];
  /** A sentence. */
  readonly summary: string;
  /** The options that need no name, in their order. */
  readonly positional?: readonly string[];
  readonly flags: Flags;
  /** Options that exclude each other, and why. */
  readonly conflicts?: readonly (readonly [one: string, other: string, why?: string])[];
  /** Command lines, each with what it does. */
  readonly examples?: readonly (readonly [line: string, effect: string])[];
  /** Below the examples. */
  readonly remarks?: string;
  /** Does everything, and prints nothing. */
  run(options: object, context: Context): Promise<unknown>;
  /** Absent if the command prints while it runs. */
  show?(result: unknown, options: object, context: Context): Shown;
  /** Default: done. */
  outcome?(result: unknown, options: object): Outcome;
  /** What outcomes mean, where they do not mean the usual. */
  readonly exits?: ExitWords;
}

/** The first is the default. */
export type Commands = readonly [Command, ...Command[]];

/** A command with the types of its options and its result. */
export interface TypedCommand<F extends Flags, Result> extends Command {
  readonly flags: F;
  readonly positional?: readonly (keyof F & string)[];
  readonly conflicts?: readonly (readonly [keyof F & string, keyof F & string, string?])[];
  run(options: OptionsOf<F>, context: Context): Promise<Result>;
  show?(result: Result, options: OptionsOf<F>, context: Context): Shown;
  outcome?(result: Result, options: OptionsOf<F>): Outcome;
}

/** Describes a command; for the types of its functions. */
export function command<F extends Flags, Result>(
  definition: TypedCommand<F, Result>,
): TypedCommand<F, Result> {
  return definition;
}

/** The options of a command's function in the library. */
export type LibraryOptionsOf<C extends Command> = LibraryOptions<C["flags"]>;
