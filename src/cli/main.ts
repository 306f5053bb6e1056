import { CommanderError, type Command } from "commander";

import { UsageError } from "../support/errors.js";
import { packageVersion } from "../support/package.js";
import { EXIT } from "../terminal/exit-codes.js";
import { print, surviveClosedOutput } from "../terminal/output.js";
import { readArguments } from "./arguments.js";
import { takeApiKey } from "../terminal/api-key.js";
import { takeKeyVariables } from "./keys.js";
import { withoutPredecessorsFlags } from "./predecessor.js";
import type { CliOptions } from "./cli-options.js";
import { program, type CommandName } from "./program.js";
import type { CheckCliOptions } from "./check-options.js";
import type { ExportCliOptions } from "./export-options.js";
import type { InspectCliOptions } from "./inspect-options.js";
import type { SimulateCliOptions } from "./simulate-options.js";
import type { PlanCliOptions } from "./plan-options.js";
import type { ProposeCliOptions } from "./propose-options.js";
import type { ReportCliOptions } from "./report-options.js";
import type { VerifyCliOptions } from "./verify-options.js";

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
  const apiKey = takeApiKey(process.env);
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
    async (address: string | undefined, options: VerifyCliOptions) => {
      delete process.env["DAO_MIGRATE_PROVIDER"];
      const { verifyCommand } = await import("./verify-command.js");
      code = await verifyCommand(address, options, apiKey);
    },
    async (avatar: string | undefined, options: InspectCliOptions) => {
      delete process.env["DAO_MIGRATE_PROVIDER"];
      const { inspectCommand } = await import("./inspect-command.js");
      code = await inspectCommand(avatar, options);
    },
    async (avatar: string | undefined, options: CheckCliOptions) => {
      delete process.env["DAO_MIGRATE_PROVIDER"];
      const { checkCommand } = await import("./check-command.js");
      code = await checkCommand(avatar, options);
    },
    async (proposal: string | undefined, options: SimulateCliOptions) => {
      delete process.env["DAO_MIGRATE_PROVIDER"];
      const { simulateCommand } = await import("./simulate-command.js");
      code = await simulateCommand(proposal, options);
    },
    async (avatar: string | undefined, options: ExportCliOptions) => {
      delete process.env["DAO_MIGRATE_PROVIDER"];
      const { exportCommand } = await import("./export-command.js");
      code = await exportCommand(avatar, options);
    },
    async (avatar: string | undefined, options: ReportCliOptions) => {
      delete process.env["DAO_MIGRATE_PROVIDER"];
      const { reportCommand } = await import("./report-command.js");
      code = await reportCommand(avatar, options);
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
    await root.parseAsync(readArguments(withoutPredecessorsFlags(args), root), { from: "user" });
    return code;
  } catch (error) {
    // Help and version arrive as errors with exit code 0.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const { report } = await import("./report.js");
    return report(usageOf(error), { json: args.includes("--json") });
  }
}

function usageOf(error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (!HARMLESS.includes(error.code)) return new UsageError("Wrong usage. See dao-migrate --help.");
  return new UsageError(error.message.replace(/^error: /, ""));
}
