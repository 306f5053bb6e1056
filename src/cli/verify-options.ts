import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import { chainIdOption } from "../terminal/option-values.js";
import { providerOption } from "./provider-option.js";

/** The options of `dao-migrate verify`. */
export interface VerifyCliOptions {
  readonly provider: string;
  readonly arcVersion?: string;
  readonly output: string;
  readonly contract?: string;
  readonly chainId?: number;
  readonly out?: string;
  readonly submit?: string;
  readonly submitUrl?: string;
  readonly quiet: boolean;
  readonly json: boolean;
}

export type RunVerify = (address: string | undefined, options: VerifyCliOptions) => Promise<void>;

/** Adds the command `verify`. */
export function addVerify(
  root: Command,
  optionsOf: (command: Command) => unknown,
  run: RunVerify,
): void {
  const verify = root
    .command("verify")
    .description(
      "Compiles published sources and compares them with the code of contracts on a chain.",
    )
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument(
      "[address]",
      "an avatar, or with --contract any contract (default: all in the result file)",
    );
  verify
    .addOption(providerOption())
    .option(
      "-a, --arc-version <release>",
      "Arc release of the contracts (default: from the result file, otherwise the latest)",
    )
    .option("--contract <name>", "expected name of the contract at the address, such as Avatar")
    .option("-o, --output <file>", "result file to read", DEFAULTS.output)
    .option(
      "--out <folder>",
      "write files to submit to explorers by hand: compiler input, arguments",
    )
    .option("--submit <explorer>", "submit the sources to sourcify, etherscan or blockscout")
    .option("--submit-url <url>", "URL of the explorer's API, if it is not the public one")
    .option("--chain-id <id>", "fail on any other chain", chainIdOption)
    .option("-q, --quiet", "print errors only", false)
    .option("--json", "print the outcome as JSON", false)
    .addHelpText("after", HELP)
    .action(async (address: string | undefined, _options, own: Command) => {
      await run(address, optionsOf(own) as VerifyCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate verify
      verify every contract in ./migration.json, on localhost:8545
  dao-migrate verify 0x519b70055af55A007110B4Ff99b0eA33071c720a --provider https://node.example
      verify the contracts of a DAO, by its avatar
  dao-migrate verify 0x519b70055af55A007110B4Ff99b0eA33071c720a --contract Avatar --arc-version rc.40
      verify one contract
  dao-migrate verify --provider https://node.example --submit sourcify
      submit the verified contracts to Sourcify

Etherscan's key is read from ETHERSCAN_API_KEY in the environment.

Exit codes: 0 everything is verified, 1 something is not, 2 wrong usage, 130 interrupted.`;
