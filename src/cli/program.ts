import { Command, InvalidArgumentError, Option } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { MigrationOptions } from "../run/options.js";
import { nearest } from "../support/nearest.js";
import { EXIT } from "./exit-codes.js";

/** What the command was asked for, before anything is looked at. */
export interface CliOptions extends MigrationOptions {
  readonly provider: string;
  readonly gasPrice?: string;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly force: boolean;
  readonly disableConfs: boolean;
  readonly restart: boolean;
  readonly dryRun: boolean;
  readonly output: string;
  readonly params?: string;
}

export type CommandName = "migrate" | "base" | "dao" | "demo";

const EXIT_CODES = `
Exit codes: ${EXIT.done} done, ${EXIT.failed} failed, ${EXIT.usage} wrong usage, ${EXIT.interrupted} interrupted.

Keys: without --private-key and --mnemonic they are taken from DAO_MIGRATE_PRIVATE_KEY or
DAO_MIGRATE_MNEMONIC, which the process list does not show. The built-in default key is public: it is
refused on every network that is not private.`;

const EXAMPLES: Readonly<Record<CommandName, readonly (readonly [string, string])[]>> = {
  migrate: [
    ["dao-migrate", "base contracts and the DAO of ./migration-params.json, on localhost:8545"],
    ["dao-migrate --dry-run", "every step with its cost; nothing is sent"],
  ],
  base: [["dao-migrate base --arc-version rc.40", "the base contracts of an older release"]],
  dao: [
    [
      "dao-migrate dao --params my-dao.json --provider https://node.example",
      "a DAO on a live network",
    ],
    ["dao-migrate dao --params my-dao.json --gas-price 1.5", "with a gas price of 1.5 GWei"],
  ],
  demo: [["dao-migrate demo", "a test DAO with a proposal in each state"]],
};

/**
 * The command line of `dao-migrate`. Nothing heavy is imported here: `--help` and `--version` need
 * no more than this file.
 * @param run what to do with a command that was understood
 */
export function program(
  version: string,
  run: (command: CommandName, options: CliOptions) => Promise<void>,
  complete: (shell: string | undefined, command: Command) => Promise<void>,
): Command {
  const root = new Command("dao-migrate")
    .description("Migrates Arc's base contracts and a DAO to a network, or one of the two.")
    .version(version, "--version", "show the version")
    .helpOption("--help", "show this help")
    .helpCommand(false)
    .allowExcessArguments(true)
    .exitOverride()
    .showSuggestionAfterError(true)
    .enablePositionalOptions();
  addOptions(root, "migrate", run);
  for (const [name, description] of [
    ["base", "Migrates Arc's base contracts only."],
    ["dao", "Migrates a DAO, on base contracts that were deployed before."],
    [
      "demo",
      "Migrates a test DAO with live proposals, on base contracts that were deployed before.",
    ],
  ] as const) {
    const command = root.command(name).description(description);
    command.helpOption("--help", "show this help").allowExcessArguments(false);
    addOptions(command, name, run);
  }
  root
    .command("completion")
    .description("Prints a completion script: add it to ~/.bashrc or ~/.zshrc.")
    .helpOption("--help", "show this help")
    .argument("[shell]", "bash or zsh (default: that of $SHELL)")
    .action(async (shell: string | undefined) => await complete(shell, root));
  return root;
}

function addOptions(
  command: Command,
  name: CommandName,
  run: (command: CommandName, options: CliOptions) => Promise<void>,
): void {
  command
    .option(
      "-a, --arc-version <release>",
      "release of Arc, such as 0.0.1-rc.57 or rc.57 (default: the latest)",
    )
    .addOption(
      new Option("-p, --provider <url>", "address of a node")
        .default(DEFAULTS.provider)
        .env("DAO_MIGRATE_PROVIDER"),
    )
    .option(
      "-g, --gas-price <gwei>",
      "gas price in GWei, fractions allowed; dao-test-chain's is in wei (default: what the network suggests)",
    )
    .addOption(new Option("--gasPrice <gwei>").hideHelp())
    .option("-q, --quiet", "print errors only", false)
    .option("--json", "print the result as JSON", false)
    .option("-f, --force", "don't prompt; redeploy everything", false)
    .option("-d, --disable-confs", "don't prompt; reuse deployed contracts", false)
    .option(
      "-t, --restart",
      "start over, without the journal and earlier results of this chain",
      false,
    )
    .option("--dry-run", "rehearse, show every step and its cost, and send nothing", false)
    .option("-o, --output <file>", "file that results are written to", DEFAULTS.output)
    .option(
      "-i, --params <file>",
      `migration parameters (default: ./${DEFAULTS.params}, or else an example)`,
    )
    .option(
      "-c, --custom-abis <folder>",
      "build files of contracts that are not Arc's",
      DEFAULTS.customAbis,
    )
    .option("--chain-id <id>", "fail on any other chain", wholeNumber)
    .option(
      "--private",
      "treat the chain as a development chain, whatever its node says it is",
      false,
    )
    .option("--staking-token <address>", "token that is staked on proposals, or: deploy")
    .option(
      "--registry-owner <address>",
      "who is to own DAORegistry and DAOTracker (default: the deploying account)",
    )
    .option("--confirmations <blocks>", "confirmations to wait for", blocks, DEFAULTS.confirmations)
    .addOption(
      new Option(
        "-s, --private-key <key>",
        "key of the deploying account (default: a public one)",
      ).conflicts("mnemonic"),
    )
    .option("-m, --mnemonic <words>", "mnemonic of the deploying account, m/44'/60'/0'/0/0")
    .addHelpText("after", () => examples(name) + EXIT_CODES)
    .action(async (_options, own: Command) => {
      refuseUnknownCommand(own);
      await run(name, optionsOf(own));
    });
}

/** Options may stand before a command's name as well as after it. */
function optionsOf(command: Command): CliOptions {
  const options = command.opts<Record<string, unknown>>();
  for (const [key, value] of Object.entries(command.parent?.opts() ?? {})) {
    const typedBefore = command.parent?.getOptionValueSource(key) === "cli";
    if (typedBefore && command.getOptionValueSource(key) !== "cli") options[key] = value;
  }
  return options as unknown as CliOptions;
}

/** The root command has an action of its own, so a misspelled command arrives as its argument. */
function refuseUnknownCommand(command: Command): void {
  const [unknown] = command.args;
  if (unknown === undefined) return;
  const [closest] = nearest(
    unknown,
    command.commands.map((candidate) => candidate.name()),
  );
  command.error(
    `error: unknown command '${unknown}'${closest === undefined ? "" : `\n(Did you mean ${closest}?)`}`,
  );
}

function examples(name: CommandName): string {
  const lines = EXAMPLES[name].map(([line, meaning]) => `  ${line}\n      ${meaning}`);
  return `\nExamples:\n${lines.join("\n")}\n`;
}

function blocks(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("A whole number of blocks is wanted, 1 or more.");
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("A whole number is wanted, 1 or more.");
}
