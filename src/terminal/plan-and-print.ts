import { planInputs, type PlanInputs } from "../run/plan-inputs.js";
import { changeText } from "./change-text.js";
import { EXIT } from "./exit-codes.js";
import { jsonText } from "./json-text.js";
import { print } from "./output.js";
import type { Progress } from "./progress.js";

/**
 * Plans a change and prints it on standard output.
 * @returns the exit code: 3 where there is something to do
 */
export async function planAndPrint(
  inputs: PlanInputs,
  { json }: { readonly json: boolean },
  progress: Progress,
): Promise<number> {
  progress.status("Reading the chain");
  const { change } = await planInputs({
    ...inputs,
    onProgress: (message) => progress.status(message),
    onNote: (message) => progress.note(message),
  });
  progress.end();
  print(json ? jsonText(change) : changeText(change));
  return change.empty ? EXIT.done : EXIT.work;
}
