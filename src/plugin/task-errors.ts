import { HardhatPluginError } from "hardhat/plugins";

import { MigrationError } from "../support/errors.js";
import { printable } from "../support/printable.js";
import { surviveClosedOutput } from "../terminal/output.js";
import { VoiceError } from "../voice/errors.js";

/** Runs a task; a user's mistake reaches Hardhat as the plugin's error, which it prints without a stack. */
export async function asTask(run: () => Promise<void>): Promise<void> {
  surviveClosedOutput();
  try {
    await run();
  } catch (error) {
    if (!(error instanceof MigrationError || error instanceof VoiceError)) throw error;
    throw new HardhatPluginError("hardhat-dao-migration", printable(error.message), error);
  }
}
