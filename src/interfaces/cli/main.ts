import { takeEnvironment } from "../commands/environment.js";
import { commandsAt } from "../commands/table.js";
import { packageVersion } from "../../foundation/support/package.js";
import { EXIT } from "../../output/terminal/exit-codes.js";
import { print, surviveClosedOutput } from "../../output/terminal/output.js";
import { readArguments } from "./read-arguments.js";

export async function main(args: readonly string[]): Promise<number> {
  surviveClosedOutput();
  // Keys must not reach anything that is started, whatever happens.
  const environment = takeEnvironment(process.env);
  try {
    const commands = commandsAt("command");
    const read = readArguments(args, commands, "dao-migrate");
    if (read.wants === "version") print(packageVersion());
    if (read.wants === "help") {
      const { helpText } = await import("./help.js");
      print(helpText(read.command, { binary: "dao-migrate", name: read.name, commands }));
    }
    if (read.wants !== undefined) return EXIT.done;
    const { run } = await import("./run.js");
    return await run(read.command, read.given, environment);
  } catch (error) {
    const { reportError } = await import("./report-error.js");
    return reportError(error, { json: args.includes("--json") });
  }
}
