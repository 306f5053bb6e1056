import type { Context, LibraryOptionsOf, TypedCommand } from "../commands/command.js";
import { openNode } from "../commands/connect.js";
import {
  camelCase,
  flagsAt,
  longNames,
  type Flags,
  type LibraryOptions,
} from "../commands/flag.js";
import type { flags } from "../commands/flags.js";
import { refuseUnknown, renamed } from "../commands/completed-options.js";
import { commandsAt } from "../commands/table.js";
import { call } from "../commands/perform.js";
import { noteOf } from "../../output/describe/event-notes.js";
import { MigrationError } from "../../foundation/support/errors.js";

type Listeners = LibraryOptions<Pick<typeof flags, "signal" | "onNote" | "onProgress" | "onStep">>;

/**
 * Runs a command for a script.
 * @throws UsageError for an option that does not exist
 */
export async function callCommand<F extends Flags, Result>(
  command: TypedCommand<F, Result>,
  options: LibraryOptionsOf<TypedCommand<F, Result>>,
): Promise<Result> {
  const given = renamed(options, command.flags, "library");
  refuseUnknown(given, command.flags);
  const { signal, onNote }: Listeners = given;
  try {
    return await call(command, given, {
      door: "library",
      projectRoot: process.cwd(),
      config: {},
      environment: {},
      progress: progressFor(given),
      commands: commandsAt("library"),
      connect: ({ provider }) => ({
        provider: openNode(provider, { signal, onWarning: onNote }),
      }),
    });
  } catch (error) {
    throw withNamesOf(error, command.flags);
  }
}

/** Progress that goes to a script's functions. */
function progressFor({ onNote, onProgress, onStep }: Listeners): Context["progress"] {
  return {
    note: (message) => onNote?.(message),
    status: (phrase) => onProgress?.(phrase),
    onEvent(event) {
      if (event.type === "mined") onStep?.(event);
      const sentence = noteOf(event);
      if (sentence !== undefined) onNote?.(sentence);
    },
    end() {},
  };
}

/** Messages name options as they are typed on a command line; a script has them in camel case. */
function withNamesOf(error: unknown, flags: Flags): unknown {
  if (!(error instanceof MigrationError)) return error;
  const known = Object.entries(flagsAt("library", flags)).flatMap(([name, flag]) =>
    longNames(name, flag),
  );
  error.message = error.message.replaceAll(/--([a-z]+(?:-[a-z]+)*)/g, (flag, name: string) =>
    known.includes(name) ? camelCase(name) : flag,
  );
  return error;
}
