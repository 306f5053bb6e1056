import { resolve } from "node:path";

import { calldataOf, safeBatchOf } from "../change/report/transactions.js";
import { readDescription } from "../run/description.js";
import { migrateLive, previewLive } from "../run/live.js";
import type { LiveInputs } from "../run/live-inputs.js";
import { planInputs } from "../run/plan-inputs.js";
import { UsageError } from "../support/errors.js";
import { requireWritable, writeWhole } from "../support/write-file.js";
import { printPreview } from "./answers.js";
import { handledDocument } from "../describe/handled-moves.js";
import { toTerminal } from "../document/to-terminal.js";
import { jsonText } from "../support/json-text.js";
import { print } from "./output.js";
import type { Progress } from "./progress.js";

/** How to propose a change, and how to show that. */
export interface ProposeOutput {
  readonly quiet: boolean;
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly again: boolean;
  readonly deployOnly: boolean;
  /** File with the text of the proposals. */
  readonly description?: string;
  readonly calldata?: string;
  readonly safe?: string;
}

const ADVICE = "Pass another file.";

/** Whether nothing is sent, so that nobody needs to be asked. */
export function sendsNothing({
  dryRun,
  calldata,
  safe,
}: Pick<ProposeOutput, "dryRun" | "calldata" | "safe">): boolean {
  return dryRun || (calldata ?? safe) !== undefined;
}

/** Proposes a change, or writes the transactions to files, and prints what was done on standard output. */
export async function proposeAndPrint(
  given: LiveInputs & { readonly change: NonNullable<LiveInputs["change"]> },
  output: ProposeOutput,
  progress: Progress,
): Promise<void> {
  const { again, deployOnly, description, json, quiet } = output;
  if (deployOnly && (output.calldata ?? output.safe) !== undefined) {
    throw new UsageError(
      "--deploy-only sends transactions; --calldata and --safe write them. Choose one.",
    );
  }
  const described = description === undefined ? undefined : await readDescription(description);
  const change = { ...given.change, again, deployOnly, description: described?.hash };
  const inputs = { ...given, change };
  if ((output.calldata ?? output.safe) !== undefined) {
    await writeInstead(inputs, output, progress);
    return;
  }
  progress.status("Reading the DAO and rehearsing the change");
  if (output.dryRun) {
    const preview = await previewLive(inputs);
    progress.end();
    printPreview(preview, output);
    return;
  }
  const { handled = [], figures } = await migrateLive(inputs);
  progress.end();
  if (json) print(jsonText({ handled, ...figures }));
  else if (!quiet) print(toTerminal(handledDocument(handled, figures)));
}

async function writeInstead(
  inputs: LiveInputs & { readonly change: NonNullable<LiveInputs["change"]> },
  { calldata, safe, quiet }: ProposeOutput,
  progress: Progress,
): Promise<void> {
  const files = [
    [calldata, calldataOf],
    [safe, safeBatchOf],
  ] as const;
  for (const [path] of files) if (path !== undefined) await requireWritable(resolve(path), ADVICE);
  progress.status("Reading the chain");
  const { change } = await planInputs({
    ...inputs,
    ...inputs.change,
    params: inputs.params,
    onProgress: (message) => progress.status(message),
  });
  progress.end();
  for (const [path, content] of files) {
    if (path === undefined) continue;
    await writeWhole(resolve(path), `${jsonText(content(change))}\n`, { advice: ADVICE });
    if (!quiet) print(`Wrote ${path}. Nothing was sent.`);
  }
}
