import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { ReadingCliOptions } from "./reading-command.js";
import { addReadingOptions } from "./reading-options.js";

/** The options of `dao-migrate simulate`. */
export interface SimulateCliOptions extends ReadingCliOptions {
  readonly avatar?: string;
  readonly output: string;
  readonly file?: string;
  readonly reward?: string;
  readonly ether?: string;
  readonly tokens?: string;
  readonly reputation?: string;
  readonly externalToken?: string;
  readonly externalTokens?: string;
  readonly call?: string;
  readonly data?: string;
  readonly registerScheme?: string;
  readonly permissions?: string;
  readonly paramsHash?: string;
  readonly unregisterScheme?: string;
  readonly addConstraint?: string;
  readonly removeConstraint?: string;
  readonly upgradeController?: string;
  readonly through?: string;
  readonly description?: string;
  readonly expect?: string;
  readonly verify?: string;
  readonly calldata?: string;
  readonly safe?: string;
  readonly alone: boolean;
  readonly markdown: boolean;
  readonly failOnWarning: boolean;
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
  const command = root
    .command("simulate")
    .description("Shows what a proposal would do, by passing it and carrying it out on a fork.")
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument(
      "[proposal]",
      "id of the proposal, or its first digits (default: all pending proposals)",
    );
  addReadingOptions(command, { block: "fork at this block (default: the latest)" })
    .option("--avatar <address>", "the DAO's avatar (default: the DAO of the result file)")
    .option("-o, --output <file>", "result file to read", DEFAULTS.output)
    .option("--file <file>", "JSON of a proposal that does not exist yet")
    .option("--reward <address>", "simulate a reward to this address")
    .option("--ether <amount>", "ether to pay, with --reward or --call")
    .option("--tokens <amount>", "whole tokens of the DAO to pay, with --reward")
    .option(
      "--reputation <amount>",
      "whole units of reputation, with --reward; negative to take it away",
    )
    .option("--external-token <address>", "another token to pay, with --reward")
    .option("--external-tokens <amount>", "amount of --external-token to pay, in whole tokens")
    .option("--call <address>", "simulate a call of this contract")
    .option("--data <hex>", "data of the call, with --call")
    .option("--register-scheme <address>", "simulate registering this scheme")
    .option("--permissions <hex>", "permissions of --register-scheme: 4 bytes, such as 0x00000010")
    .option("--params-hash <hash>", "parameters hash of --register-scheme or --add-constraint")
    .option("--unregister-scheme <address>", "simulate unregistering this scheme")
    .option("--add-constraint <address>", "simulate adding this global constraint")
    .option("--remove-constraint <address>", "simulate removing this global constraint")
    .option("--upgrade-controller <address>", "simulate upgrading to this controller")
    .option("--through <address>", "the scheme to propose it through, if several can")
    .option("--description <file>", "text of the proposal: warns if its hash differs")
    .option("--expect <file>", "JSON list of expectations before and after; see docs/simulate.md")
    .option("--alone", "don't combine it with other pending proposals", false)
    .option("--verify <file>", "repeat the simulation in this output of --json, and compare")
    .option("--calldata <file>", "write the simulated transactions as JSON")
    .option("--safe <file>", "write those that anyone may send, for Safe's Transaction Builder")
    .option("--markdown", "print the outcome as Markdown", false)
    .option("--fail-on-warning", "also exit with 1 if there is a warning", false)
    .option("--json", "print the outcome as JSON", false)
    .addHelpText("after", HELP)
    .action(async (proposal: string | undefined, _options, own: Command) => {
      await run(proposal, optionsOf(own) as SimulateCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate simulate 0x2567abe8 --avatar 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example
      simulate one proposal of any DAO, by the first digits of its id
  dao-migrate simulate
      simulate every pending proposal of the DAO of ./migration.json, on localhost:8545
  dao-migrate simulate --reward 0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1 --ether 4 --safe propose.json
      simulate a new reward, and write the transaction that proposes it

Nothing is sent. Holders vote and stake on an in-process fork, by the voting machine's rules.

Exit codes: 0 it can pass and does what it says, 1 it does not, or this is unknown, 2 wrong usage, 130 interrupted.`;
