import { HardhatPluginError } from "hardhat/plugins";

import { printable } from "../support/printable.js";
import { errorText } from "../terminal/error-text.js";
import { EXIT, exitCodeOf } from "../terminal/exit-codes.js";
import { surviveClosedOutput } from "../terminal/output.js";
import { VoiceError } from "../voice/errors.js";

/**
 * Runs a task. Converts errors to the plugin's, which Hardhat prints without a stack trace, and sets the exit code that
 * the command has for them.
 */
export async function asTask(run: () => Promise<void>): Promise<void> {
  surviveClosedOutput();
  endWith(undefined);
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Error) || isOfHardhat(error)) throw error;
    endWith(exitCodeOf(error) ?? EXIT.failed);
    const message = error instanceof VoiceError ? error.message : errorText(error).message;
    throw new HardhatPluginError("hardhat-dao-migration", printable(message), error);
  }
}

/** Whether Hardhat can print the error itself. */
function isOfHardhat({ name }: Error): boolean {
  return name === "HardhatError" || name === "HardhatPluginError";
}

/** The exit code of the last task, if it failed. */
let exitCode: number | undefined;

/** Hardhat exits with 1 for every error, and sets that after the task, so this sets it later. */
function endWith(code: number | undefined): void {
  exitCode = code;
  if (!process.listeners("exit").includes(setExitCode)) process.on("exit", setExitCode);
}

function setExitCode(): void {
  if (exitCode !== undefined && process.exitCode === EXIT.failed) process.exitCode = exitCode;
}
