import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { ReadingCliOptions } from "./reading-command.js";
import { addReadingOptions, addReleaseOptions } from "./reading-options.js";

/** The options of `dao-migrate plan`. */
export interface PlanCliOptions extends ReadingCliOptions {
  readonly params?: string;
  readonly arcVersion?: string;
  readonly customAbis?: string;
  readonly output: string;
  readonly force: boolean;
  readonly newController: boolean;
  readonly description?: string;
  readonly markdown: boolean;
  readonly json: boolean;
}

export type RunPlan = (avatar: string | undefined, options: PlanCliOptions) => Promise<void>;

/** Adds the command `plan`. */
export function addPlan(
  root: Command,
  optionsOf: (command: Command) => unknown,
  run: RunPlan,
): void {
  const command = root
    .command("plan")
    .description(
      "Lists the proposals that change a DAO to match a parameters file, tried on a fork.",
    )
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[avatar]", "address of the DAO's avatar (default: the DAO of the result file)");
  addReadingOptions(command, { block: "plan from this block on (default: the latest)" });
  addReleaseOptions(command)
    .option("-i, --params <file>", `parameters the DAO should have (default: ./${DEFAULTS.params})`)
    .option("-o, --output <file>", "result file to read", DEFAULTS.output)
    .option("-f, --force", "plan even if the DAO could not register schemes afterwards", false)
    .option("--new-controller", "also plan a controller of the file's release", false)
    .option("--description <file>", "text of the proposals; they contain its IPFS hash")
    .option("--markdown", "print the text and plan for a forum or a pull request", false)
    .option("--json", "print the plan as JSON", false)
    .addHelpText("after", HELP)
    .action(async (avatar: string | undefined, _options, own: Command) => {
      await run(avatar, optionsOf(own) as PlanCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate plan --params new.json
      plan for the DAO of ./migration.json, on localhost:8545
  dao-migrate plan 0x519b70055af55A007110B4Ff99b0eA33071c720a --params new.json --provider https://node.example
      plan for any DAO, by its avatar

The description's hash is computed locally; upload the file to IPFS yourself.

Exit codes: 0 nothing to do, 3 there is something to do, 1 failed, 2 wrong usage, 130 interrupted.`;
