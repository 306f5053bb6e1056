import type { Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";
import type { CliOptions } from "./cli-options.js";
import { addSendingOptions } from "./sending-options.js";

/** The options of `dao-migrate propose`. */
export interface ProposeCliOptions extends Omit<
  CliOptions,
  "check" | "stakingToken" | "registryOwner"
> {
  readonly section?: string;
  readonly description?: string;
  readonly newController: boolean;
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
    .description(
      "Deploys contracts and makes proposals that change a DAO to match a parameters file.",
    )
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .argument("[avatar]", "address of the DAO's avatar (default: the DAO of the result file)");
  addSendingOptions(command)
    .option("-i, --params <file>", `parameters the DAO should have (default: ./${DEFAULTS.params})`)
    .option(
      "-a, --arc-version <release>",
      "Arc release, if the parameters do not set it (default: from the result file, or the code)",
    )
    .option("--section <name>", "which DAO of the result file: dao or test (default: dao)")
    .option("--description <file>", "text of the proposals; they contain its IPFS hash")
    .option("--again", "repeat proposals that were rejected or expired", false)
    .option("--deploy-only", "deploy and set parameters, but propose nothing", false)
    .option("--calldata <file>", "write the transactions instead of sending them")
    .option("--safe <file>", "write them for Safe's Transaction Builder")
    .option("-f, --force", "propose even if the DAO could not register schemes afterwards", false)
    .option("--new-controller", "also deploy and propose a controller of the file's release", false)
    .option("-d, --disable-confs", "don't prompt", false)
    .option("-t, --restart", "start over: ignore the journal", false)
    .addHelpText("after", HELP)
    .action(async (avatar: string | undefined, _options, own: Command) => {
      await run(avatar, optionsOf(own) as ProposeCliOptions);
    });
}

const HELP = `
Examples:
  dao-migrate propose --params new.json
      propose everything possible now, for the DAO of ./migration.json, on localhost:8545
  dao-migrate propose --params new.json
      again, after the votes: propose what was waiting for them

\`dao-migrate plan\` shows all of it first, and sends nothing.

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.`;
