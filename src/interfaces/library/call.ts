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
  const { signal }: Listeners = given;
  const { progress, heard } = progressFor(given);
  try {
    const result = await call(command, given, {
      door: "library",
      projectRoot: process.cwd(),
      config: {},
      environment: {},
      progress,
      commands: commandsAt("library"),
      connect: ({ provider }) => ({
        provider: openNode(provider, { signal, onWarning: (warning) => progress.note(warning) }),
      }),
    });
    await heard();
    return result;
  } catch (error) {
    throw withNamesOf(error, command.flags);
  }
}

/**
 * Progress that goes to a script's functions. These may be asynchronous: nothing waits for them until the end.
 * @returns also what waits for all of them, and rejects as the first of them that does
 */
function progressFor({ onNote, onProgress, onStep }: Listeners) {
  const answers: Promise<unknown>[] = [];
  const tell = <Told>(listener: ((told: Told) => unknown) | undefined, told: Told): void => {
    const answer = Promise.resolve(listener?.(told));
    answer.catch(() => {});
    answers.push(answer);
  };
  const progress: Context["progress"] = {
    note: (message) => tell(onNote, message),
    status: (phrase) => tell(onProgress, phrase),
    onEvent(event) {
      if (event.type === "mined") tell(onStep, event);
      const sentence = noteOf(event);
      if (sentence !== undefined) tell(onNote, sentence);
    },
    end() {},
  };
  return { progress, heard: async () => await Promise.all(answers) };
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
