import { InterruptionError, MigrationError, UsageError } from "../../foundation/support/errors.js";

/** Exit codes of the commands by outcome. They are part of their interface; tasks end with them, too. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  work: 3,
  differs: 4,
  interrupted: 130,
} as const;
export type Outcome = keyof typeof EXIT;

/** What the outcomes of a command mean; undefined for one that it does not have. */
export type ExitWords = { readonly [O in Outcome]?: string | undefined };

/** What they mean unless a command says otherwise. */
const USUAL: ExitWords = {
  done: "done",
  failed: "failed",
  usage: "wrong usage",
  interrupted: "interrupted",
};

/** What a command's exit codes mean, such as `0 done, 1 failed`. */
export function exitWords(own: ExitWords | undefined): string {
  const words: ExitWords = { ...USUAL, ...own };
  return (Object.keys(EXIT) as Outcome[])
    .flatMap((each) => (words[each] === undefined ? [] : `${EXIT[each]} ${words[each]}`))
    .join(", ");
}

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
