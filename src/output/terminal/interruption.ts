import { existsSync } from "node:fs";
import { InterruptionError } from "../../foundation/support/errors.js";
import { journalPath } from "../../operations/run/account-lock.js";
import { EXIT, isInterruption } from "./exit-codes.js";
import { printError } from "./output.js";
import type { Progress } from "./progress.js";
import { shownPath } from "../../foundation/support/shown-path.js";
import { onStop } from "../../foundation/support/stop-signals.js";

/**
 * Runs a migration that can be stopped: after the first signal, it sends no new step and waits for what was sent; the
 * second signal ends the process at once.
 * @param output the result file, which the journal is beside
 * @throws InterruptionError that says how to resume
 */
export async function interruptible<Result>(
  output: string,
  progress: Progress,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  const stop = () => {
    if (interruption.signal.aborted) {
      progress.end();
      printError(`Stopped. ${howToResume(output)}`);
      process.exit(EXIT.interrupted);
    }
    progress.note(
      "Stopping: no more steps are sent, and those already sent are waited for. Press Ctrl-C again to stop now.",
    );
    interruption.abort();
  };
  onStop("on", stop);
  try {
    return await run(interruption.signal);
  } catch (error) {
    if (!isInterruption(error)) throw error;
    throw new InterruptionError(`Interrupted. ${howToResume(output)}`, { cause: error });
  } finally {
    onStop("off", stop);
  }
}

/** Advice based on what an interrupted migration has left on disk. */
function howToResume(output: string): string {
  const path = journalPath(output);
  // It is written with its first step, and removed after its last.
  if (!existsSync(path)) return "No step is pending, so there is nothing to resume.";
  const journal = shownPath(path);
  return `The signed steps are in ${journal}. Run the same command again to resume.`;
}
