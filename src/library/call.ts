import type { LibraryOptionsOf, TypedCommand } from "../commands/command.js";
import { openNode } from "../commands/connect.js";
import { commonEnvironment } from "../commands/environment.js";
import { flagsAt, type Flags } from "../commands/flag.js";
import { refuseUnknown, renamed } from "../commands/options.js";
import { call } from "../commands/perform.js";
import { flagOf } from "../support/command-line.js";
import { MigrationError } from "../support/errors.js";

interface LibraryOnly {
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
  readonly onNote?: (message: string) => void;
}

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
  const { signal, onProgress = () => {}, onNote = () => {} } = given as LibraryOnly;
  try {
    return await call(command, given, {
      door: "library",
      projectRoot: process.cwd(),
      config: {},
      environment: commonEnvironment(process.env),
      progress: { status: onProgress, note: onNote, onEvent() {}, end() {} },
      connect: ({ provider }) => ({
        provider: openNode(provider, { signal, onWarning: onNote }),
      }),
    });
  } catch (error) {
    throw withNamesOf(error, command.flags);
  }
}

/** Messages name options as they are typed on a command line; a script has them in camel case. */
function withNamesOf(error: unknown, flags: Flags): unknown {
  if (!(error instanceof MigrationError)) return error;
  const names = new Map(Object.keys(flagsAt("library", flags)).map((name) => [flagOf(name), name]));
  error.message = error.message.replaceAll(
    /--[a-z]+(?:-[a-z]+)*/g,
    (flag) => names.get(flag) ?? flag,
  );
  return error;
}
