import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { ReadingCliOptions } from "./reading-command.js";
import { addReadingOptions } from "./reading-options.js";

/** The options of `dao-migrate inspect`. */
export interface InspectCliOptions extends ReadingCliOptions {
  readonly output: string;
  readonly json: boolean;
  readonly since?: string;
  readonly until?: string;
  readonly failOnChange: boolean;
}

export type RunInspect = (avatar: string | undefined, options: InspectCliOptions) => Promise<void>;

/** Adds the command `inspect`. */
export function addInspect(
  root: Command,
  optionsOf: (command: Command) => unknown,
  run: RunInspect,
): void {
  const command = root
    .command("inspect")
    .description(
      "Reads a DAO from a chain: its holders, schemes, permissions, vote parameters and proposals.",
    )
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[avatar]", "address of the DAO's avatar (default: the DAO of the result file)");
  addReadingOptions(command)
    .option("-o, --output <file>", "result file to read", DEFAULTS.output)
    .option(
      "--since <block or file>",
      "show what changed since this block, or since the inspection in this file (output of --json)",
    )
    .option(
      "--until <file>",
      "with a file in --since: show what changed until the inspection in this file, without a node",
    )
    .option("--fail-on-change", "with --since: exit with 1 if anything changed", false)
    .option("--json", "print the inspection as JSON", false)
    .addHelpText("after", HELP)
    .action(async (avatar: string | undefined, _options, own: Command) => {
      await run(avatar, optionsOf(own) as InspectCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate inspect
      inspect the DAO of ./migration.json, on localhost:8545
  dao-migrate inspect --section test
      inspect its demo test
  dao-migrate inspect 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example --json
      inspect any DAO, by its avatar, as JSON
  dao-migrate inspect --since 12000000
      show what changed since that block
  dao-migrate inspect --since yesterday.json --until today.json --fail-on-change
      show what changed between two outputs of --json, for a nightly job

Anything that could not be read is shown as "not read", with the reason.

Exit codes: 0 done, 1 failed or changed (--fail-on-change), 2 wrong usage, 130 interrupted.`;
