import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { ReadingCliOptions } from "./reading-command.js";
import { addComparingOptions, addReadingOptions } from "./reading-options.js";

/** What `dao-migrate check` was asked for. */
export interface CheckCliOptions extends ReadingCliOptions {
  readonly params?: string;
  readonly arcVersion?: string;
  readonly customAbis?: string;
  readonly output: string;
  readonly silenced?: string;
  readonly sarif?: string;
  readonly junit?: string;
  readonly json: boolean;
}

export type RunCheck = (avatar: string | undefined, options: CheckCliOptions) => Promise<void>;

/** Adds the command `check`. */
export function addCheck(
  root: Command,
  optionsOf: (command: Command) => unknown,
  run: RunCheck,
): void {
  const command = root
    .command("check")
    .description("Compares a DAO on a chain with its parameters file, and tells what differs.")
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[avatar]", "address of the DAO's avatar (default: the DAO of the result file)");
  addReadingOptions(command, {
    section:
      "which DAO of the result file: dao or test (default: dao); test is compared with what a demo test is made of",
  });
  addComparingOptions(command)
    .option(
      "-i, --params <file>",
      `migration parameters (default: ./${DEFAULTS.params}, or else an example)`,
    )
    .option("-o, --output <file>", "result file that says what there is", DEFAULTS.output)
    .option("--sarif <file>", "write the findings as SARIF 2.1.0, too")
    .option("--junit <file>", "write the rules as JUnit XML, too")
    .option("--json", "print the report as JSON", false)
    .addHelpText("after", HELP)
    .action(async (avatar: string | undefined, _options, own: Command) => {
      await run(avatar, optionsOf(own) as CheckCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate check --params my-dao.json
      the DAO of ./migration.json, on localhost:8545
  dao-migrate check --section test
      its demo test, which needs no parameters
  dao-migrate check 0x519b70055af55A007110B4Ff99b0eA33071c720a --params my-dao.json --provider https://node.example
      any DAO, by its avatar
  dao-migrate check --params my-dao.json --sarif check.sarif --junit check.xml
      for CI: findings beside the lines of the file, and a test for each rule

A rule that could not look at everything is not passed.

Exit codes: 0 everything is as in the file, 1 something is not or could not be checked, 2 wrong usage, 130 interrupted.`;
