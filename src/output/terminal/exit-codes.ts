import { InterruptionError, MigrationError, UsageError } from "../../foundation/support/errors.js";

/**
 * Exit codes of the commands, which are part of their interface; tasks end with them, too. `work`: a plan has something
 * to do. `differs`: it has not, but the DAO differs from its file, or not all of it could be compared.
 */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  work: 3,
  differs: 4,
  interrupted: 130,
} as const;

/**
 * The exit code for an error.
 * @returns undefined for a bug in this tool
 */
export function exitCodeOf(error: unknown): number | undefined {
  if (isInterruption(error)) return EXIT.interrupted;
  if (!(error instanceof MigrationError)) return undefined;
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
}

/** Whether somebody stopped it: Node ends an aborted wait with an AbortError. */
export function isInterruption(error: unknown): boolean {
  return (
    error instanceof InterruptionError || (error instanceof Error && error.name === "AbortError")
  );
}
