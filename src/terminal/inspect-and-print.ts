import { inspectInputs, type InspectInputs } from "../run/inspect-inputs.js";
import { inspectionText } from "./inspection-text.js";
import { jsonText } from "./json-text.js";
import { print } from "./output.js";
import type { Progress } from "./progress.js";

/** Reads a DAO, and prints what was found on standard output. */
export async function inspectAndPrint(
  inputs: InspectInputs,
  { json }: { readonly json: boolean },
  progress: Progress,
): Promise<void> {
  progress.status("Reading the chain");
  const { inspection, chain } = await inspectInputs({
    ...inputs,
    onProgress: (message) => progress.status(message),
  });
  progress.end();
  print(json ? jsonText(inspection) : inspectionText(inspection, chain));
}
