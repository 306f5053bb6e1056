import { changeDocument, changeProposalDocument } from "../describe/change.js";
import { toMarkdown } from "../document/to-markdown.js";
import { toTerminal } from "../document/to-terminal.js";
import { readDescription } from "../run/description.js";
import { planInputs, type PlanInputs } from "../run/plan-inputs.js";
import { UsageError } from "../support/errors.js";
import { EXIT } from "./exit-codes.js";
import { jsonText } from "../support/json-text.js";
import { print } from "./output.js";
import type { Progress } from "./progress.js";

/** How to show a plan. */
export interface PlanOutput {
  readonly json: boolean;
  readonly markdown: boolean;
  /** File with the text of the proposals. */
  readonly description?: string;
}

/**
 * Plans a change and prints it on standard output.
 * @returns the exit code: 3 if there is something to do
 */
export async function planAndPrint(
  inputs: PlanInputs,
  { json, markdown, description }: PlanOutput,
  progress: Progress,
): Promise<number> {
  if (json && markdown) throw new UsageError("Choose --json or --markdown, not both.");
  const described = description === undefined ? undefined : await readDescription(description);
  progress.status("Reading the chain");
  const { change } = await planInputs({
    ...inputs,
    description: described?.hash,
    onProgress: (message) => progress.status(message),
    onNote: (message) => progress.note(message),
  });
  progress.end();
  if (json) print(jsonText(change));
  else if (!markdown) print(toTerminal(changeDocument(change)));
  else {
    // The authors' text is Markdown already.
    const text = described === undefined ? "" : `${described.text.trim()}\n\n`;
    print(text + toMarkdown(changeProposalDocument(change)));
  }
  return change.empty ? EXIT.done : EXIT.work;
}
