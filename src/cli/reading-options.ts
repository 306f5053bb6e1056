import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import { blockOption, chainIdOption } from "../terminal/option-values.js";
import { providerOption } from "./provider-option.js";

/** Descriptions that differ between commands that read a DAO. */
interface ReadingWords {
  readonly block?: string;
  readonly section?: string;
}

/** Adds the options of every command that reads a DAO from a chain. */
export function addReadingOptions(command: Command, words: ReadingWords = {}): Command {
  const {
    block = "read everything at this block (default: the latest)",
    section = "which DAO of the result file: dao or test (default: dao, otherwise test)",
  } = words;
  return command
    .addOption(providerOption())
    .option("--block <number>", block, (text) => blockOption("--block", text))
    .option(
      "--from-block <number>",
      "read events from this block on, for example the avatar's; earlier ones are missing",
      (text) => blockOption("--from-block", text),
    )
    .option("--section <name>", section)
    .option("--chain-id <id>", "fail on any other chain", chainIdOption)
    .option("-q, --quiet", "show no progress", false);
}

/** Adds the options of a command that compares a DAO with its parameters. */
export function addComparingOptions(command: Command): Command {
  return addReleaseOptions(command).option(
    "--silenced <file>",
    "JSON list of findings to silence: { rule, where, reason }",
  );
}

/** Adds the options for the origin of a file's contracts. */
export function addReleaseOptions(command: Command): Command {
  return command
    .option(
      "-a, --arc-version <release>",
      "Arc release, if the parameters do not set it (default: from the result file, or the code)",
    )
    .option(
      "-c, --custom-abis <folder>",
      `build files of contracts that are not Arc's (default: ${DEFAULTS.customAbis})`,
    );
}
