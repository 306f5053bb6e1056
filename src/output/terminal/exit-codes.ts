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

type Words = { readonly [O in Outcome]?: string | undefined };

/** What the outcomes of any command mean. */
const USUAL: Words = {
  done: "done",
  failed: "failed",
  usage: "wrong usage",
  interrupted: "interrupted",
};

/** What those of single commands mean, for help and reference; undefined for one that a command does not have. */
const OWN: { readonly [Command in string]?: Words } = {
  check: { done: "the DAO matches the file", failed: "it differs or could not be checked" },
  ci: {
    done: "nothing to report: the DAO matches the file, or with --since nothing happened",
    work: "a report to act on",
    differs: "the DAO differs and no vote changes that, or not all of it could be read",
  },
  completion: { failed: undefined, interrupted: undefined },
  export: {
    done: "the file recreates the DAO",
    failed: "the file is missing part of the DAO (it says what) or the command failed",
  },
  inspect: {
    failed: "failed or changed (--fail-on-change), or it did something else (--expect-hash)",
  },
  node: { done: "stopped by SIGTERM, SIGINT or SIGHUP", interrupted: undefined },
  plan: {
    done: "the DAO matches the file",
    work: "there is something to do",
    differs: "nothing to do that would make it match",
  },
  propose: {
    differs:
      "a proposal failed or cannot be made, or the DAO differs and nothing is left to propose",
  },
  simulate: {
    done: "it can pass, does what it says, and nobody gains or loses power (with --expect-hash: it has these effects)",
    failed: "otherwise, or if this is unknown",
  },
  verify: { done: "everything is verified", failed: "something is not" },
};

/** What a command's exit codes mean, such as `0 done, 1 failed`. */
export function exitWords(command: string): string {
  const words: Words = { ...USUAL, ...OWN[command] };
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
