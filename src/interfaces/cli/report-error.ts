import { ParametersError } from "../../foundation/params/file/issues.js";
import { UsageError } from "../../foundation/support/errors.js";
import { errorText } from "../../output/terminal/error-text.js";
import { EXIT, exitCodeOf } from "../../output/terminal/exit-codes.js";
import { jsonText } from "../../foundation/support/json-text.js";
import { print, printError } from "../../output/terminal/output.js";

/** Prints an error: as text, or as JSON on standard output. Returns the exit code. */
export function reportError(error: unknown, { json }: { readonly json: boolean }): number {
  const { name, message } = errorText(error);
  if (json) {
    const issues = error instanceof ParametersError ? { issues: error.issues } : {};
    print(jsonText({ error: { name, message, ...issues } }));
  } else {
    printError(error instanceof UsageError ? `error: ${message}` : message);
  }
  return exitCodeOf(error) ?? EXIT.failed;
}
