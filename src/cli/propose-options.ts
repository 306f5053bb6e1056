import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { CliOptions } from "./cli-options.js";
import { addSendingOptions } from "./sending-options.js";

/** What `dao-migrate propose` was asked for. */
export interface ProposeCliOptions extends Omit<
  CliOptions,
  "check" | "stakingToken" | "registryOwner"
> {
  readonly section?: string;
  readonly description?: string;
  readonly again: boolean;
  readonly deployOnly: boolean;
  readonly calldata?: string;
  readonly safe?: string;
}

export type RunPropose = (avatar: string | undefined, options: ProposeCliOptions) => Promise<void>;

/** Adds the command `propose`. */
export function addPropose(
  root: Command,
  optionsOf: (command: Command) => unknown,
  run: RunPropose,
): void {
  const command = root
    .command("propose")
    .description("Deploys and proposes what makes a DAO what a parameters file says.")
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[avatar]", "address of the DAO's avatar (default: the DAO of the result file)");
  addSendingOptions(command)
    .option("-i, --params <file>", `what the DAO is to be (default: ./${DEFAULTS.params})`)
    .option(
      "-a, --arc-version <release>",
      "release of Arc, where the parameters name none (default: that of the result file, or of the code)",
    )
    .option("--section <name>", "which DAO of the result file: dao or test (default: dao)")
    .option("--description <file>", "text of the proposals, of which they keep the IPFS hash")
    .option("--again", "propose again what was rejected or expired", false)
    .option("--deploy-only", "deploy and set parameters, and propose nothing", false)
    .option("--calldata <file>", "write the transactions instead of sending them")
    .option("--safe <file>", "write them for Safe's transaction builder")
    .option("-f, --force", "propose even what leaves nothing that could register schemes", false)
    .option("-d, --disable-confs", "don't prompt", false)
    .option("-t, --restart", "start over, without the journal", false)
    .addHelpText("after", HELP)
    .action(async (avatar: string | undefined, _options, own: Command) => {
      await run(avatar, optionsOf(own) as ProposeCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate propose --params new.json
      what can be proposed now for the DAO of ./migration.json, on localhost:8545
  dao-migrate propose --params new.json
      once more, when people have voted: what waited for them

\`dao-migrate plan\` shows all of it before, and sends nothing.

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.`;
