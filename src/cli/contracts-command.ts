import type { Command } from "commander";

/** The options of `dao-migrate contracts`. */
export interface ContractsOptions {
  readonly arcVersion?: string;
  readonly abi?: string;
}

/** Adds the command `contracts`, which needs no chain. */
export function addContractsCommand(
  root: Command,
  run: (options: ContractsOptions) => Promise<void>,
): void {
  const command = root
    .command("contracts")
    .description("Lists the contracts of an Arc release, or prints the ABI of one.")
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .option(
      "-a, --arc-version <release>",
      "Arc release, such as 0.0.1-rc.57 or rc.57 (default: the latest)",
    )
    .option("--abi <contract>", "print the ABI of this contract, as JSON");
  command.action(async () => {
    // Options may come before the command's name, too.
    await run({ ...root.opts<ContractsOptions>(), ...command.opts<ContractsOptions>() });
  });
}

/** Prints what was requested. */
export async function printContracts({ arcVersion, abi }: ContractsOptions): Promise<void> {
  const [{ openArcRelease }, { contractsText }, { print, printError }] = await Promise.all([
    import("../arc/open-release.js"),
    import("../terminal/contracts-text.js"),
    import("../terminal/output.js"),
  ]);
  print(contractsText(await openArcRelease(arcVersion, { onFetch: printError }), abi));
}
