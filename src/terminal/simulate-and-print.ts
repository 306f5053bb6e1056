import { resolve } from "node:path";

import type { Inspection } from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { simulateInputs, type SimulateInputs } from "../run/simulate-inputs.js";
import { safeBatchOf, transactionsOf } from "../simulate/report/calldata.js";
import { simulationDocument, simulationsTable } from "../describe/simulation.js";
import { group } from "../document/document.js";
import { toMarkdown } from "../document/to-markdown.js";
import { toTerminal } from "../document/to-terminal.js";
import { firstDifference } from "../simulate/report/seal.js";
import { wouldFail, type Simulation } from "../simulate/simulation.js";
import { UsageError } from "../support/errors.js";
import { requireWritable, writeWhole } from "../support/write-file.js";
import { notReadText } from "./inspection-words.js";
import { jsonText } from "./json-text.js";
import { print } from "./output.js";
import type { Progress } from "./progress.js";

/** How to show simulations, where else to write them, and what makes the command fail. */
export interface SimulateOutput {
  readonly json: boolean;
  readonly markdown: boolean;
  readonly failOnWarning: boolean;
  readonly calldata?: string;
  readonly safe?: string;
}

const ADVICE = "Pass another file.";

/**
 * Simulates proposals and prints the results on standard output.
 * @returns whether all of them would pass and do what they say, without warnings if the user wants that; for a repeated
 * simulation, whether the outcome is the same
 */
export async function simulateAndPrint(
  inputs: SimulateInputs,
  output: SimulateOutput,
  progress: Progress,
): Promise<boolean> {
  const { json, markdown, failOnWarning } = output;
  const { proposal, draft, verify } = inputs;
  const isOne = proposal !== undefined || draft !== undefined || verify !== undefined;
  await refuseOutput(output, isOne);
  progress.status("Reading the chain");
  const { simulations, chain, inspection } = await simulateInputs({
    ...inputs,
    onProgress: (message) => progress.status(message),
  });
  progress.end();
  const [first] = simulations;
  if (first === undefined) {
    if (json) print(jsonText([]));
    else print(noneText(inspection));
    return true;
  }
  if (verify !== undefined) return tellVerified(verify, first);
  await writeFiles(first, output);
  if (json) print(jsonText(isOne ? first : simulations));
  else if (markdown) {
    print(toMarkdown(simulations.map((each) => simulationDocument(each, inspection, { chain }))));
  } else {
    const view = { chain, withCalls: true };
    print(
      toTerminal([
        !isOne && group(simulationsTable(simulations)),
        simulations.map((each) => simulationDocument(each, inspection, view)),
      ]),
    );
  }
  return simulations.every(
    (each) => !wouldFail(each) && !(failOnWarning && each.warnings.length > 0),
  );
}

function noneText({ proposals, block }: Inspection): string {
  if (isNotRead(proposals)) return `Proposals ${notReadText(proposals)}`;
  if (proposals.length === 0) return `This DAO has no proposals at block ${block.number}.`;
  const none =
    proposals.length === 1
      ? "This DAO's only proposal is not pending"
      : `None of this DAO's ${proposals.length} proposals is pending`;
  return (
    `${none} at block ${block.number}. ` +
    "To see what one did, name it and pass --block with a block before it ended."
  );
}

async function refuseOutput(
  { json, markdown, calldata, safe }: SimulateOutput,
  isOne: boolean,
): Promise<void> {
  if (json && markdown) throw new UsageError("Choose --json or --markdown, not both.");
  for (const path of [calldata, safe]) {
    if (path === undefined) continue;
    if (!isOne) throw new UsageError("--calldata and --safe work for one proposal. Name it.");
    await requireWritable(resolve(path), ADVICE);
  }
}

async function writeFiles(
  simulation: Simulation,
  { calldata, safe }: SimulateOutput,
): Promise<void> {
  for (const [path, content] of [
    [calldata, transactionsOf],
    [safe, safeBatchOf],
  ] as const) {
    if (path === undefined) continue;
    await writeWhole(resolve(path), `${jsonText(content(simulation))}\n`, { advice: ADVICE });
  }
}

function tellVerified(before: Simulation, after: Simulation): boolean {
  const found = firstDifference(before, after);
  const versions =
    before.tool.version === after.tool.version ? "" : ` (made by ${before.tool.version})`;
  print(
    found === undefined
      ? `Same outcome as before${versions}: block ${after.block.number} ${after.block.hash}, hash ${before.hash}.`
      : `The outcome differs from before${versions}. ${found}.`,
  );
  return found === undefined;
}
