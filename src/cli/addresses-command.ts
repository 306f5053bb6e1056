import { relative, resolve } from "node:path";

import { Option, type Command } from "commander";

import { DEFAULTS } from "../run/defaults.js";

/** The options of `dao-migrate addresses`. */
export interface AddressesOptions {
  readonly output: string;
  readonly into?: string;
}

/** Adds the command `addresses`, which needs no chain. */
export function addAddressesCommand(
  root: Command,
  run: (options: AddressesOptions) => Promise<void>,
): void {
  const command = root
    .command("addresses")
    .description("Prints the addresses of a result file in another tool's format.")
    .helpOption("--help", "show this help")
    .allowExcessArguments(false)
    .addOption(
      new Option("--format <format>", "daostack: like @daostack/migration's migration.json")
        .choices(["daostack"])
        .default("daostack"),
    )
    .option("-o, --output <file>", "result file to read", DEFAULTS.output)
    .option("--into <file>", "file to merge them into (default: print them)");
  command.action(async () => {
    const own = command.opts<AddressesOptions>();
    const typedBefore = root.getOptionValueSource("output") === "cli";
    const typedAfter = command.getOptionValueSource("output") === "cli";
    // Options may come before the command's name, too.
    const { output } = typedBefore && !typedAfter ? root.opts<AddressesOptions>() : own;
    await run({ ...own, output });
  });
}

/** Prints the addresses, or merges them into a file. */
export async function tellAddresses({ output, into }: AddressesOptions): Promise<void> {
  const [{ daostackShapeOf, mergeInto }, { print }] = await Promise.all([
    import("../result/daostack-shape.js"),
    import("../terminal/output.js"),
  ]);
  const shape = await daostackShapeOf(resolve(output));
  if (into === undefined) {
    print(JSON.stringify(shape, null, 2));
    return;
  }
  await mergeInto(resolve(into), shape);
  const networks = Object.keys(shape).join(", ");
  print(`Merged the addresses on ${networks} into ${relative(process.cwd(), resolve(into))}.`);
}
