import { resolve } from "node:path";

import { EXIT } from "../terminal/exit-codes.js";
import { willAsk } from "../terminal/answers.js";
import { interruptible } from "../terminal/interruption.js";
import { progressOn } from "../terminal/progress.js";
import { proposeAndPrint, sendsNothing } from "../terminal/propose-and-print.js";
import type { KeyVariables } from "./keys.js";
import type { ProposeCliOptions } from "./propose-options.js";
import { report } from "./report.js";
import { inputsOf } from "./run-command.js";

/**
 * Proposes a change for the command line and prints what was done.
 * @returns the exit code
 */
export async function proposeCommand(
  avatar: string | undefined,
  options: ProposeCliOptions,
  keys: KeyVariables,
): Promise<number> {
  // Here, --force is about the state after a change and does not redeploy anything.
  const answers = { ...options, force: false, dryRun: sendsNothing(options) };
  const progress = progressOn(process.stderr, options.quiet && !willAsk(answers));
  try {
    await interruptible(resolve(options.output), progress, async (signal) => {
      const { section, force, newController } = options;
      const change = { avatar, section, force, newController };
      const inputs = await inputsOf([], { ...answers, check: false }, keys, progress, signal);
      await proposeAndPrint({ ...inputs, change }, answers, progress);
    });
    return EXIT.done;
  } catch (error) {
    progress.end();
    return report(error, options);
  }
}
