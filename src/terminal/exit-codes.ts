import { Interruption, MigrationError, UsageError } from "../support/errors.js";

/**
 * Exit codes of the commands; they are part of their interface, and the tasks end with them, too. `work`: a
 * plan has something to do.
 */
export const EXIT = { done: 0, failed: 1, usage: 2, work: 3, interrupted: 130 } as const;

/** The exit code of what was done: 1 where it says false. */
export function codeOf(outcome: boolean | number): number {
  if (typeof outcome === "number") return outcome;
  return outcome ? EXIT.done : EXIT.failed;
}

/**
 * The exit code of a command that ended with an error.
 * @returns undefined for a mistake of ours
 */
export function exitCodeOf(error: unknown): number | undefined {
  if (isInterruption(error)) return EXIT.interrupted;
  if (!(error instanceof MigrationError)) return undefined;
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
}

/** Whether somebody stopped it: a wait that is aborted ends with an AbortError of Node's. */
export function isInterruption(error: unknown): boolean {
  return (
    error instanceof Interruption ||
    (error instanceof DOMException && error.name === "AbortError") ||
    (error instanceof Error && error.name === "AbortError")
  );
}
