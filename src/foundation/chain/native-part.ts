import { MigrationError } from "../support/errors.js";

/**
 * The error to show if Hardhat's chain lacks its native part, which is an optional dependency for each platform;
 * undefined for other errors.
 */
export function nativePartError(error: unknown): MigrationError | undefined {
  if (!(error instanceof Error) || !error.message.startsWith("Cannot find native binding")) return;
  return new MigrationError(
    `Hardhat's native binding for ${process.platform}-${process.arch} is missing: it is an optional dependency, and ` +
      "the installation skipped it. Install again, with optional dependencies (npm install --include=optional) and " +
      "the Node that you use now; if that does not help, remove node_modules first.",
    { cause: error },
  );
}

/**
 * Opens a Hardhat chain.
 * @throws MigrationError if its native part is not installed
 */
export async function withNativePart<Connection>(
  connect: () => Promise<Connection>,
): Promise<Connection> {
  try {
    return await connect();
  } catch (error) {
    throw nativePartError(error) ?? error;
  }
}
