import { MigrationError } from "../support/errors.js";
import { requirePeers } from "../support/peers.js";

/** Whether this package's peers are installed and the current folder exists. Prints an error if not. */
export function canStart(): boolean {
  try {
    requireFolder();
    requirePeers();
    return true;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return false;
  }
}

function requireFolder(): void {
  try {
    process.cwd();
  } catch (error) {
    throw new MigrationError("The current folder no longer exists. Change to another one (cd).", {
      cause: error,
    });
  }
}
