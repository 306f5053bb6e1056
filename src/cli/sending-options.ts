import { Option, type Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import { chainIdOption, confirmationsOption } from "../terminal/option-values.js";
import { providerOption } from "./provider-option.js";

/** Adds the options of every command that sends transactions, except release and parameters. */
export function addSendingOptions(command: Command): Command {
  return command
    .addOption(providerOption())
    .option(
      "-g, --gas-price <gwei>",
      "gas price in GWei, fractions allowed (dao-test-chain takes wei; default: what the chain asks for)",
    )
    .option(
      "--max-gas-price <gwei>",
      "the most that any transaction may pay (default: --gas-price, or twice what the first one offers)",
    )
    .option("-q, --quiet", "print errors only", false)
    .option("--json", "print the result as JSON", false)
    .option("--dry-run", "rehearse, show every step and its cost, send nothing", false)
    .option(
      "--allow-unrehearsed",
      "send even if the chain cannot be rehearsed, at unknown cost",
      false,
    )
    .option("--trust-base", "use a base that another account deployed on a public chain", false)
    .option("-o, --output <file>", "result file", DEFAULTS.output)
    .option(
      "-c, --custom-abis <folder>",
      `build files of contracts that are not Arc's (default: ${DEFAULTS.customAbis})`,
    )
    .option("--chain-id <id>", "fail on any other chain", chainIdOption)
    .option("--private", "treat the chain as a development chain, whatever its node reports", false)
    .option(
      "--confirmations <blocks>",
      "confirmations to wait for",
      confirmationsOption,
      DEFAULTS.confirmations,
    )
    .addOption(
      new Option(
        "-s, --private-key <key>",
        "private key of the deploying account (default: a public one)",
      ).conflicts(["mnemonic", "keystore"]),
    )
    .addOption(
      new Option(
        "-m, --mnemonic <words>",
        "mnemonic of the deploying account, m/44'/60'/0'/0/0",
      ).conflicts("keystore"),
    )
    .option(
      "--keystore <file>",
      "encrypted JSON keystore of the deploying account, in geth's format",
    )
    .option("--password-file <file>", "file with the keystore's password (default: prompt for it)");
}
