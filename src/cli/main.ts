import { CommanderError, type Command } from "commander";

import { EXIT } from "./exit-codes.js";
import { program, type CliOptions, type CommandName } from "./program.js";
import { packageVersion } from "../support/package.js";
import { print, surviveClosedOutput } from "../terminal/output.js";

/**
 * Runs the command line.
 * @param args what follows the command's name
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  surviveClosedOutput();
  let code: number = EXIT.done;
  const root = program(
    packageVersion(),
    async (name: CommandName, options: CliOptions) => {
      const { runCommand } = await import("./run-command.js");
      code = await runCommand(name, options);
    },
    async (shell: string | undefined, command: Command) => {
      const { completionScript, shellOf } = await import("./completion.js");
      const known = shellOf(shell, process.env);
      if (known === undefined) {
        command.error(`error: no completion for the shell '${shell ?? ""}'; bash or zsh is wanted`);
      }
      print(completionScript(known, command).trimEnd());
    },
  );
  try {
    await root.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version arrive as errors with the code 0, wrong usage with 1.
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
  return code;
}
