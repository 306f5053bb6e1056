import { Interruption, MigrationError, UsageError } from "../support/errors.js";

/** Exit codes of the commands; they are part of their interface. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/**
 * The exit code of a command that ended with an error.
 * @returns undefined for what is nobody's mistake but ours: it is thrown on, with its stack
 */
export function exitCodeOf(error: unknown): number | undefined {
  if (!(error instanceof MigrationError)) return undefined;
  if (error instanceof Interruption) return EXIT.interrupted;
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
}
