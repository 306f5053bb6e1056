import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { ReadingCliOptions } from "./reading-command.js";
import { addComparingOptions, addReadingOptions } from "./reading-options.js";

/** The options of `dao-migrate report`. */
export interface ReportCliOptions extends ReadingCliOptions {
  readonly output: string;
  readonly result: string;
  readonly params?: string;
  readonly arcVersion?: string;
  readonly customAbis?: string;
  readonly silenced?: string;
  readonly simulate: boolean;
  readonly simulations?: readonly string[];
  readonly force: boolean;
}

export type RunReport = (avatar: string | undefined, options: ReportCliOptions) => Promise<void>;

/** Adds the command `report`. */
export function addReport(
  root: Command,
  optionsOf: (command: Command) => unknown,
  run: RunReport,
): void {
  const command = root
    .command("report")
    .description("Writes everything a chain says about a DAO as one HTML page that works offline.")
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[avatar]", "address of the DAO's avatar (default: the DAO of the result file)");
  addReadingOptions(command);
  addComparingOptions(command)
    .option("-o, --output <file>", "HTML file to write", DEFAULTS.report)
    .option("--result <file>", "result file to read", DEFAULTS.output)
    .option(
      "-i, --params <file>",
      "migration parameters to compare the DAO with (default: no comparison)",
    )
    .option("--simulate", "pass every pending proposal on a fork, and show what it does", false)
    .option(
      "--simulations <files...>",
      "output files of simulate --json, to show instead of simulating",
    )
    .option("-f, --force", "replace any file, not only a report", false)
    .addHelpText("after", HELP)
    .action(async (avatar: string | undefined, _options, own: Command) => {
      await run(avatar, optionsOf(own) as ReportCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate report
      report on the DAO of ./migration.json, on localhost:8545, in ${DEFAULTS.report}
  dao-migrate report 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example -o dxdao.html
      report on any DAO, by its avatar
  dao-migrate report --params my-dao.json
      include the differences from its parameters
  dao-migrate report --simulate
      include what pending proposals would do; takes some seconds each

The same chain and block (--block) give the same page. For programs, see dao-migrate inspect --json.

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.`;
