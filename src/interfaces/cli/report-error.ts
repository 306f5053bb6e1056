import { ParametersError } from "../../foundation/params/file/issues.js";
import { UsageError } from "../../foundation/support/errors.js";
import { errorText } from "../../output/terminal/error-text.js";
import { EXIT, exitCodeOf } from "../../output/terminal/exit-codes.js";
import { jsonText } from "../../foundation/support/json-text.js";
import { print, printError } from "../../output/terminal/output.js";

/**
 * Prints an error: as text, or as JSON on standard output. Only an unexpected error is shown with its stack, and only
 * on request.
 */
export function reportError(error: unknown, { json }: { readonly json: boolean }): number {
  const code = exitCodeOf(error);
  const { name, message } = errorText(error);
  if (json) {
    const issues = error instanceof ParametersError ? { issues: error.issues } : {};
    print(jsonText({ error: { name, message, ...issues } }));
  } else {
    printError(error instanceof UsageError ? `error: ${message}` : message);
  }
  if (code !== undefined) return code;
  if (process.env["DAO_MIGRATE_STACK"] === "1" && error instanceof Error) {
    printError(error.stack ?? "");
  }
  return EXIT.failed;
}
