import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { ReadingCliOptions } from "./reading-command.js";
import { addReadingOptions } from "./reading-options.js";

/** What `dao-migrate simulate` was asked for. */
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
    .description("Tells what a proposal would do: it is passed on a fork, and carried through.")
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[proposal]", "id of the proposal, or its beginning (default: all that are pending)");
  addReadingOptions(command, { block: "fork at this block (default: the latest)" })
    .option("--avatar <address>", "the DAO's avatar (default: the DAO of the result file)")
    .option("-o, --output <file>", "result file that says what there is", DEFAULTS.output)
    .option("--file <file>", "JSON of a proposal that is not made yet")
    .option("--reward <address>", "of a reward that is not proposed yet: who gets it")
    .option("--ether <amount>", "of a reward or a call: whole ether")
    .option("--tokens <amount>", "of a reward: whole tokens of the DAO")
    .option("--reputation <amount>", "of a reward: whole reputation, less than 0 to take it away")
    .option("--external-token <address>", "of a reward: another token")
    .option("--external-tokens <amount>", "of a reward: how much of it, in whole tokens")
    .option("--call <address>", "of a call that is not proposed yet: the contract")
    .option("--data <hex>", "of a call: its data")
    .option("--register-scheme <address>", "a scheme to register")
    .option("--permissions <hex>", "of a scheme to register: 4 bytes, such as 0x00000010")
    .option(
      "--params-hash <hash>",
      "of a scheme to register or a constraint to add: its parameters",
    )
    .option("--unregister-scheme <address>", "a scheme to unregister")
    .option("--add-constraint <address>", "a global constraint to add")
    .option("--remove-constraint <address>", "a global constraint to remove")
    .option("--upgrade-controller <address>", "a controller to hand the DAO to")
    .option("--through <address>", "the scheme that proposes it, where several may")
    .option("--description <file>", "the text of the proposal: warns where its hash is another")
    .option("--expect <file>", "JSON list of what has to be so before and after; see the docs")
    .option("--alone", "do not try it with other pending proposals", false)
    .option("--verify <file>", "run a simulation again that --json printed, and compare")
    .option("--calldata <file>", "write the transactions as they were simulated, JSON")
    .option("--safe <file>", "write those that anybody may send for Safe's transaction builder")
    .option("--markdown", "print what came out as Markdown", false)
    .option("--fail-on-warning", "end with 1 where there is a warning, too", false)
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
  dao-migrate simulate --reward 0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1 --ether 4 --safe propose.json
      a reward that is not proposed yet, and the transaction that proposes it

Nothing is sent. Holders vote and stake on a fork inside this process, by the rules of the voting machine.

Exit codes: 0 it can pass and does what it says, 1 it does not or that is not known, 2 wrong usage, 130 interrupted.`;
