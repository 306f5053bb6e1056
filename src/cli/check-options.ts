import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { ReadingCliOptions } from "./reading-command.js";
import { addComparingOptions, addReadingOptions } from "./reading-options.js";

/** The options of `dao-migrate check`. */
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
    .description("Compares a DAO on a chain with its parameters file, and shows the differences.")
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[avatar]", "address of the DAO's avatar (default: the DAO of the result file)");
  addReadingOptions(command, {
    section:
      "which DAO of the result file: dao or test (default: dao); test needs no parameters file",
  });
  addComparingOptions(command)
    .option(
      "-i, --params <file>",
      `migration parameters (default: ./${DEFAULTS.params}, or an example)`,
    )
    .option("-o, --output <file>", "result file to read", DEFAULTS.output)
    .option("--sarif <file>", "also write the findings as SARIF 2.1.0")
    .option("--junit <file>", "also write the rules as JUnit XML")
    .option("--json", "print the report as JSON", false)
    .addHelpText("after", HELP)
    .action(async (avatar: string | undefined, _options, own: Command) => {
      await run(avatar, optionsOf(own) as CheckCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate check --params my-dao.json
      check the DAO of ./migration.json, on localhost:8545
  dao-migrate check --section test
      check its demo test, which needs no parameters
  dao-migrate check 0x519b70055af55A007110B4Ff99b0eA33071c720a --params my-dao.json --provider https://node.example
      check any DAO, by its avatar
  dao-migrate check --params my-dao.json --sarif check.sarif --junit check.xml
      for CI: findings at the lines of the file, and a test case for each rule

A rule that could not read everything does not pass.

Exit codes: 0 the DAO matches the file, 1 it differs or could not be checked, 2 wrong usage, 130 interrupted.`;
