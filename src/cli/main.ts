import { CommanderError, type Command } from "commander";

import { UsageError } from "../support/errors.js";
import { packageVersion } from "../support/package.js";
import { EXIT } from "../terminal/exit-codes.js";
import { print, surviveClosedOutput } from "../terminal/output.js";
import { readArguments as readOldArguments } from "./arguments.js";
import type { Command as TableCommand } from "../commands/command.js";
import { takeEnvironment } from "../commands/environment.js";
import { commandsAt } from "../commands/table.js";
import { readArguments, readName } from "./read-arguments.js";
import { takeKeyVariables } from "./keys.js";
import { withoutPredecessorsFlags } from "./predecessor.js";
import type { CliOptions } from "./cli-options.js";
import { program, type CommandName } from "./program.js";
import type { PlanCliOptions } from "./plan-options.js";
import type { ProposeCliOptions } from "./propose-options.js";

/** Parser errors that do not repeat what was typed. */
const HARMLESS = ["commander.conflictingOption", "commander.missingArgument"];

/**
 * Runs the command line.
 * @param args what follows the command's name
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  surviveClosedOutput();
  const keys = takeKeyVariables(process.env);
  let code: number = EXIT.done;
  const root = program(
    packageVersion(),
    async (name: CommandName, options: CliOptions) => {
      // Its URL may contain a key, too.
      delete process.env["DAO_MIGRATE_PROVIDER"];
      const { runCommand } = await import("./run-command.js");
      code = await runCommand(name, options, keys);
    },
    async (shell: string | undefined, command: Command) => {
      const { completionScript, shellOf } = await import("./completion.js");
      print(completionScript(shellOf(shell, process.env), command).trimEnd());
    },
    async (avatar: string | undefined, options: PlanCliOptions) => {
      delete process.env["DAO_MIGRATE_PROVIDER"];
      const { planCommand } = await import("./plan-command.js");
      code = await planCommand(avatar, options);
    },
    async (avatar: string | undefined, options: ProposeCliOptions) => {
      delete process.env["DAO_MIGRATE_PROVIDER"];
      const { proposeCommand } = await import("./propose-command.js");
      code = await proposeCommand(avatar, options, keys);
    },
  );
  try {
    const commands = commandsAt("command");
    const known = [DEFAULT, ...commands] as const;
    const named = readName(args, known);
    if (named !== DEFAULT) return await runOfTable(args, [named, ...commands]);
    await root.parseAsync(readOldArguments(withoutPredecessorsFlags(args), root), { from: "user" });
    return code;
  } catch (error) {
    // Help and version arrive as errors with exit code 0.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const { report } = await import("./report.js");
    return report(usageOf(error), { json: args.includes("--json") });
  }
}

/** Stands for the commands that are not in the table. */
const DEFAULT: TableCommand = {
  name: "dao-migrate",
  summary: "",
  flags: {},
  exits: "",
  run: async () => await Promise.resolve(),
};

async function runOfTable(
  args: readonly string[],
  commands: readonly [TableCommand, ...TableCommand[]],
): Promise<number> {
  const { command, given, wants } = readArguments(args, commands, "dao-migrate");
  const environment = takeEnvironment(process.env);
  if (wants === "version") print(packageVersion());
  if (wants === "help") {
    const { helpText } = await import("./help.js");
    print(helpText(command, { binary: "dao-migrate", name: command.name, commands: [] }));
  }
  if (wants !== undefined) return EXIT.done;
  const { run } = await import("./run.js");
  return await run(command, given, environment);
}

function usageOf(error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (!HARMLESS.includes(error.code)) return new UsageError("Wrong usage. See dao-migrate --help.");
  return new UsageError(error.message.replace(/^error: /, ""));
}
