import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { ReadingCliOptions } from "./reading-command.js";
import { addReadingOptions } from "./reading-options.js";

/** What `dao-migrate inspect` was asked for. */
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
      "Reads a DAO from a chain: who holds what, which schemes may do what, and by what votes.",
    )
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[avatar]", "address of the DAO's avatar (default: the DAO of the result file)");
  addReadingOptions(command)
    .option("-o, --output <file>", "result file that says what there is", DEFAULTS.output)
    .option(
      "--since <block or file>",
      "show what changed since this block, or since the inspection in this file (what --json prints)",
    )
    .option(
      "--until <file>",
      "with a file in --since: show what changed until the inspection in this one; no node is asked",
    )
    .option("--fail-on-change", "with --since: exit with 1 where anything changed", false)
    .option("--json", "print what was read as JSON", false)
    .addHelpText("after", HELP)
    .action(async (avatar: string | undefined, _options, own: Command) => {
      await run(avatar, optionsOf(own) as InspectCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate inspect
      the DAO of ./migration.json, on localhost:8545
  dao-migrate inspect --section test
      its demo test
  dao-migrate inspect 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example --json
      any DAO, by its avatar, for programs
  dao-migrate inspect --since 12000000
      what changed since that block
  dao-migrate inspect --since yesterday.json --until today.json --fail-on-change
      what changed between two files that --json printed, for a nightly job

What could not be read is shown as "not read", with the reason.

Exit codes: 0 done, 1 failed or changed (--fail-on-change), 2 wrong usage, 130 interrupted.`;
