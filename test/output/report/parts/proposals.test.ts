import type { ProposalDescription } from "../../../../src/engine/inspect/description.js";
import { HtmlDrawing } from "../../../../src/output/document/to-html.js";
import { proposalsPart } from "../../../../src/output/report/parts/proposals.js";
import type { Simulation } from "../../../../src/operations/simulate/simulation.js";
import { HOSTILE } from "../../../engine/inspect/sample-inspection.js";
import { expectGolden, expectGoldenCases, linesOfHtml } from "../../../golden.js";
import { sampleFacts } from "../sample-facts.js";
import { POWERLESS, sampleSimulation } from "../sample-simulation.js";

const { inspection } = sampleFacts({ proposals: 6 });
const drawing = new HtmlDrawing({ names: new Map() });
const fine = {
  ...POWERLESS,
  does: { verdict: "yes", effects: [] },
  warnings: [],
  expectations: [],
} as const;
const passes = (verdict: Simulation["passes"]["verdict"]) =>
  ({ passes: { verdict, votes: [], stakes: [] } }) as const;

/** The proposals as HTML, with simulations of the first of the two that are open, or of both. */
function partOf(...changes: readonly Partial<Simulation>[]): string {
  // Of these six, the first and the fourth are open.
  const [first, , , fourth] = inspection.proposals as readonly ProposalDescription[];
  const simulations = changes.map((change, index) =>
    sampleSimulation(inspection, index === 0 ? first! : fourth!, HOSTILE, change),
  );
  return linesOfHtml(String(proposalsPart({ inspection, simulations }, drawing)));
}

/** What is said above all proposals, and beside those that are open while they are folded. */
function inShort(...changes: readonly Partial<Simulation>[]): string {
  const lines = partOf(...changes).split("\n");
  const isShort = (line: string) => /^<details class="proposal"|ending proposal/.test(line);
  return lines.filter((each) => isShort(each) && !/">(done|rejected)</.test(each)).join("\n");
}

describe("proposalsPart with simulations", () => {
  it("shows verdicts, warnings and consequences below the proposal, and strangers' words as text", () => {
    // page.html has proposals without a simulation, as the others are.
    const [top, , simulated] = partOf({}).split(/(?=<details class="proposal")/);
    expectGolden(import.meta.dirname, "simulated.html", `${top}${simulated}`);
  });

  it("says the result in a word, how many were simulated, how many of those fail, and at which block", () => {
    const other = { ...inspection.block, number: 5 };
    expectGoldenCases(import.meta.dirname, "simulated.txt", {
      none: inShort(),
      "one does not do what it says": inShort({}),
      "one is fine": inShort(fine),
      "one has passed": inShort({ ...fine, ...passes("passed") }),
      "one has warnings": inShort({ ...POWERLESS, does: fine.does }),
      "one cannot pass": inShort({ ...fine, ...passes("cannot pass") }),
      "one may pass": inShort({ ...fine, ...passes("inconclusive") }),
      "one may do anything": inShort({ ...fine, does: { verdict: "inconclusive", effects: [] } }),
      "both are fine": inShort(fine, fine),
      "both have warnings": inShort(
        { ...POWERLESS, does: fine.does },
        { ...POWERLESS, does: fine.does },
      ),
      "both cannot pass": inShort(
        { ...fine, ...passes("cannot pass") },
        { ...fine, ...passes("cannot pass") },
      ),
      "another block": /Simulated on[^.]*\./.exec(partOf({ block: other }))![0],
    });
  });
});
