import { Command, Help } from "commander";

import { commandsAt } from "../commands/table.js";
import { DEFAULTS } from "../run/defaults.js";
import { EXIT } from "../terminal/exit-codes.js";
import { print } from "../terminal/output.js";
import type { CliOptions } from "./cli-options.js";
import { addPlan, type RunPlan } from "./plan-options.js";
import { addPropose, type RunPropose } from "./propose-options.js";
import { addSendingOptions } from "./sending-options.js";

export type CommandName = "migrate" | "base" | "dao" | "demo";

const EXIT_CODES = `
Exit codes: ${EXIT.done} done, ${EXIT.failed} failed, ${EXIT.usage} wrong usage, ${EXIT.interrupted} interrupted.

Keys: a key in the command line shows in your shell's history and, with npx, in the process list for as
long as the command runs. Prefer --keystore (or DAO_MIGRATE_KEYSTORE), or DAO_MIGRATE_PRIVATE_KEY or
DAO_MIGRATE_MNEMONIC in the environment. Flags override the environment. The built-in default key is
public: it is refused on every network that is not private.

Flags also work in camel case, such as --gasPrice.`;

const EXAMPLES: Readonly<Record<CommandName, readonly (readonly [string, string])[]>> = {
  migrate: [
    [
      "dao-migrate",
      "deploy base contracts and the DAO of ./migration-params.json, on localhost:8545",
    ],
    ["dao-migrate --dry-run", "show every step with its cost; send nothing"],
  ],
  base: [["dao-migrate base --arc-version rc.40", "deploy the base contracts of an older release"]],
  dao: [
    [
      "dao-migrate dao --params my-dao.json --provider https://node.example",
      "create a DAO on a live network",
    ],
    ["dao-migrate dao --params my-dao.json --gas-price 1.5", "use a gas price of 1.5 GWei"],
  ],
  demo: [["dao-migrate demo", "create a test DAO with a proposal in each state"]],
};

/**
 * Defines the command line of `dao-migrate`. Imports nothing heavy, because `--help` and `--version` need no more than
 * this file.
 * @param run what to do with a valid command
 */
export function program(
  version: string,
  run: (command: CommandName, options: CliOptions) => Promise<void>,
  complete: (shell: string | undefined, command: Command) => Promise<void>,
  plan: RunPlan,
  propose: RunPropose,
): Command {
  const root = new Command("dao-migrate")
    .description("Deploys Arc's base contracts, a DAO, or both to a network.")
    .version(version, "--version", "show the version")
    .helpOption("--help", "show this help")
    .helpCommand(false)
    .allowExcessArguments(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      // Errors are printed where they are caught: as JSON with --json.
      writeErr: () => {},
    })
    .configureHelp({
      // Omit "(default: false)": a flag is obviously off unless passed.
      optionDescription(option) {
        const text = Help.prototype.optionDescription.call(this, option);
        return text.replace(/ \(default: false\)$/, "");
      },
    })
    .enablePositionalOptions();
  addOptions(root, "migrate", run);
  for (const [name, description] of [
    ["base", "Deploys Arc's base contracts only."],
    ["dao", "Creates a DAO on existing base contracts."],
    ["demo", "Creates a test DAO with live proposals on existing base contracts."],
  ] as const) {
    const command = root.command(name).description(description);
    command.helpOption("--help", "show this help").allowExcessArguments(false);
    addOptions(command, name, run);
  }
  // For the help only: these run from the table.
  for (const { name, summary } of commandsAt("command")) root.command(name).description(summary);
  addPlan(root, optionsOf, plan);
  addPropose(root, optionsOf, propose);
  root
    .command("completion")
    .description("Prints a completion script for your shell; its first line says where to put it.")
    .helpOption("--help", "show this help")
    .argument("[shell]", "bash, zsh or fish (default: the one in $SHELL, otherwise bash)")
    .action(async (shell: string | undefined) => await complete(shell, root));
  return root;
}

function addOptions(
  command: Command,
  name: CommandName,
  run: (command: CommandName, options: CliOptions) => Promise<void>,
): void {
  addSendingOptions(command)
    .option(
      "-a, --arc-version <release>",
      "Arc release, such as 0.0.1-rc.57 or rc.57 (default: the latest)",
    )
    .option("-f, --force", "don't prompt; redeploy everything", false)
    .option("-d, --disable-confs", "don't prompt; reuse deployed contracts", false)
    .option(
      "-t, --restart",
      "start over: ignore the journal and earlier results of this chain",
      false,
    )
    .option("--no-check", "don't compare the DAO on the chain with its parameters at the end")
    .option(
      "-i, --params <file>",
      `migration parameters (default: ./${DEFAULTS.params}, or an example)`,
    )
    .option("--staking-token <address>", "token to stake on proposals, or: deploy")
    .option(
      "--registry-owner <address>",
      "owner of DAORegistry and DAOTracker (default: the deploying account)",
    )
    .addHelpText("after", () => examples(name) + EXIT_CODES)
    .action(async (_options, own: Command) => await run(name, optionsOf(own)));
}

/** Options may come before or after a command's name. */
function optionsOf(command: Command): CliOptions {
  const options = command.opts<Record<string, unknown>>();
  for (const [key, value] of Object.entries(command.parent?.opts() ?? {})) {
    const typedBefore = command.parent?.getOptionValueSource(key) === "cli";
    if (typedBefore && command.getOptionValueSource(key) !== "cli") options[key] = value;
  }
  return options as unknown as CliOptions;
}

function examples(name: CommandName): string {
  const lines = EXAMPLES[name].map(([line, meaning]) => `  ${line}\n      ${meaning}`);
  return `\nExamples:\n${lines.join("\n")}\n`;
}
