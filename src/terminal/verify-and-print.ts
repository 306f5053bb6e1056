import { verifyInputs, type VerifyInputs } from "../verify/verify-sources.js";
import { jsonText } from "./json-text.js";
import { print } from "./output.js";
import type { Progress } from "./progress.js";
import { verificationDocument, verificationJson } from "../describe/verification.js";
import { toTerminal } from "../document/to-terminal.js";

/**
 * Verifies contracts, and prints the results on standard output.
 * @returns whether every contract is what its sources compile to, and no explorer refused one
 */
export async function verifyAndPrint(
  inputs: VerifyInputs,
  { json = false, quiet = false }: { readonly json?: boolean; readonly quiet?: boolean },
  progress: Progress,
): Promise<boolean> {
  progress.status("Reading the chain");
  const note = (message: string): void => {
    progress.note(message);
    progress.status(message);
  };
  const found = await verifyInputs({ ...inputs, onNote: note, onFetch: note });
  progress.end();
  if (json) print(jsonText(verificationJson(found)));
  else if (!quiet) print(toTerminal(verificationDocument(found)));
  const isTaken = found.submissions?.every(({ status }) => status !== "failed") ?? true;
  return found.verified && isTaken;
}
