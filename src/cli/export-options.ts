import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { ReadingCliOptions } from "./reading-command.js";
import { addReadingOptions } from "./reading-options.js";

/** The options of `dao-migrate export`. */
export interface ExportCliOptions extends ReadingCliOptions {
  readonly output?: string;
  readonly force: boolean;
  readonly now: boolean;
  readonly result: string;
  readonly customAbis?: string;
  readonly json: boolean;
}

export type RunExport = (avatar: string | undefined, options: ExportCliOptions) => Promise<void>;

/** Adds the command `export`. */
export function addExport(
  root: Command,
  optionsOf: (command: Command) => unknown,
  run: RunExport,
): void {
  const command = root
    .command("export")
    .description("Writes the parameters file of an existing DAO.")
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[avatar]", "address of the DAO's avatar (default: the DAO of the result file)");
  addReadingOptions(command)
    .option("-o, --output <file>", "parameters file to write (default: standard output)")
    .option("-f, --force", "replace an existing file", false)
    .option("--now", "use today's holders as founders (default: the original founders)", false)
    .option("--result <file>", "result file to read", DEFAULTS.output)
    .option(
      "-c, --custom-abis <folder>",
      `build files of contracts that are not Arc's (default: ${DEFAULTS.customAbis})`,
    )
    .option("--json", "print the file, its release and what is missing as JSON", false)
    .addHelpText("after", HELP)
    .action(async (avatar: string | undefined, _options, own: Command) => {
      await run(avatar, optionsOf(own) as ExportCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate export --output my-dao.json
      export the DAO of ./migration.json, on localhost:8545
  dao-migrate export 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example > my-dao.json
      export any DAO, by its avatar; what the file cannot contain is listed on standard error
  dao-migrate export --now --output my-dao.json
      use today's holders as founders

An existing file is only replaced with --force.

Exit codes: 0 migrating the file gives an equal DAO, 1 the file is missing part of the DAO (it says what) or
the command failed, 2 wrong usage, 130 interrupted.`;
