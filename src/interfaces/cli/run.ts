import type { Command } from "../commands/command.js";
import type { Given } from "../commands/completed-options.js";
import { openNode } from "../commands/connect.js";
import { commandsAt } from "../commands/table.js";
import { perform } from "../commands/perform.js";
import { progressOn } from "../../output/terminal/progress.js";
import { reportError } from "./report-error.js";

export async function run(
  command: Command,
  given: Given,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const progress = progressOn(process.stderr, given.quiet === true);
  try {
    return await perform(command, given, {
      door: "command",
      projectRoot: process.cwd(),
      config: {},
      environment,
      progress,
      commands: commandsAt("command"),
      connect: ({ provider, signal }) => ({
        provider: openNode(provider, { signal, onWarning: (warning) => progress.note(warning) }),
      }),
    });
  } catch (error) {
    progress.end();
    return reportError(error, { json: given.json === true });
  }
}
