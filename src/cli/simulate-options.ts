import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import { blockOption, chainIdOption } from "../terminal/option-values.js";
import { providerOption } from "./provider-option.js";

/** What `dao-migrate simulate` was asked for. */
export interface SimulateCliOptions {
  readonly provider: string;
  readonly avatar?: string;
  readonly section?: string;
  readonly output: string;
  readonly block?: number;
  readonly fromBlock?: number;
  readonly chainId?: number;
  readonly failOnWarning: boolean;
  readonly quiet: boolean;
  readonly json: boolean;
}

export type RunSimulate = (
  proposal: string | undefined,
  options: SimulateCliOptions,
) => Promise<void>;

/** Adds the command `simulate`. */
export function addSimulate(
  root: Command,
  optionsOf: (command: Command) => unknown,
  run: RunSimulate,
): void {
  root
    .command("simulate")
    .description("Tells what a proposal would do: it is passed on a fork, and carried through.")
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[proposal]", "id of the proposal, or its beginning (default: all that are pending)")
    .addOption(providerOption())
    .option("--avatar <address>", "the DAO's avatar (default: the DAO of the result file)")
    .option(
      "--section <name>",
      "which DAO of the result file: dao or test (default: dao, or else test)",
    )
    .option("-o, --output <file>", "result file that says what there is", DEFAULTS.output)
    .option("--block <number>", "fork at this block (default: the latest)", (text) =>
      blockOption("--block", text),
    )
    .option(
      "--from-block <number>",
      "look for events from this block on, such as that of the avatar",
      (text) => blockOption("--from-block", text),
    )
    .option("--chain-id <id>", "fail on any other chain", chainIdOption)
    .option("--fail-on-warning", "end with 1 where there is a warning, too", false)
    .option("-q, --quiet", "show no progress", false)
    .option("--json", "print what came out as JSON", false)
    .addHelpText("after", HELP)
    .action(async (proposal: string | undefined, _options, own: Command) => {
      await run(proposal, optionsOf(own) as SimulateCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate simulate 0x2567abe8 --avatar 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example
      one proposal of any DAO, by the beginning of its id
  dao-migrate simulate
      every pending proposal of the DAO of ./migration.json, on localhost:8545

Nothing is sent. Holders vote and stake on a fork inside this process, by the rules of the voting machine.

Exit codes: 0 it can pass and does what it says, 1 it does not or that is not known, 2 wrong usage, 130 interrupted.`;
