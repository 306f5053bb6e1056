import { missingProposalLines, proposalLines, requestsOf } from "../../describe/proposals.js";
import { outcomeWords, simulationBlocks } from "../../describe/simulation.js";
import { count, paragraph, remark, type Tone } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import { FIRST_ROWS, searchable, type HtmlDrawing } from "../../document/to-html.js";
import { inlineToTerminal } from "../../document/to-terminal.js";
import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { isPending } from "../../../engine/inspect/proposals/pending.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { Simulation } from "../../../operations/simulate/simulation.js";
import { wouldFail } from "../../../operations/simulate/verdicts/verdicts.js";
import { oneLine } from "../../../foundation/support/printable.js";
import type { PageFacts } from "../facts.js";

const LONGEST_DESCRIPTION = 2000;
const STAGES: Readonly<Record<string, readonly [Tone, string]>> = {
  open: ["caution", "open"],
  "to be executed": ["caution", "to be executed"],
  passed: ["caution", "passed, not carried out"],
  done: ["good", "done"],
  rejected: ["note", "rejected"],
  expired: ["note", "expired"],
};

/** Every proposal: unfinished ones first, then the newest. */
export function proposalsPart(
  facts: Pick<PageFacts, "inspection" | "simulations">,
  drawing: HtmlDrawing,
): Html {
  const { inspection, simulations } = facts;
  const { proposals } = inspection;
  if (isNotRead(proposals)) return drawing.parts(paragraph`Proposals are ${proposals}`);
  const missing = missingProposalLines(inspection);
  const open = proposals.filter(isPending).toReversed();
  const over = proposals.filter((each) => !isPending(each)).toReversed();
  const simulated = simulatedWords(open, simulations);
  const none = missing.length > 0 ? "None that could be read." : "There are none.";
  const all = `Pending, or not known to be over: ${open.length} of ${count(proposals.length, "proposal")}. These come first, then the newest.`;
  const items = [...open, ...over].map((each, index) => proposalItem(each, index, facts, drawing));
  return html`${drawing.parts([
    missing,
    paragraph(proposals.length === 0 ? none : all),
    open.length > 0 && remark(simulated.tone, simulated.text),
  ])}
  ${searchable(
    "proposals",
    "proposals",
    proposals.length,
    html`<div class="proposals">${items}</div>`,
  )}`;
}

function proposalItem(
  proposal: ProposalDescription,
  index: number,
  { inspection, simulations }: Pick<PageFacts, "inspection" | "simulations">,
  drawing: HtmlDrawing,
): Html {
  const simulation = simulations.find((each) => each.proposal.id === proposal.id);
  const { id, description = "", progress, problems = [] } = proposal;
  const [tone, stage] = isNotRead(progress)
    ? (["caution", "not read"] as const)
    : STAGES[progress.stage]!;
  const [first, ...others] = requestsOf(proposal, inspection);
  // Without links: a summary is a button itself.
  const request = inlineToTerminal([first, others.length > 0 && ` and ${others.length} more`]);
  const later = index >= FIRST_ROWS ? html` later` : html``;
  return html`<details class="proposal${later}" data-row>
    <summary>
      ${drawing.text({ tone, text: stage })}
      <span class="requests">${request}</span>
      ${problems.length > 0 && drawing.text({ tone: "danger", text: "cannot take effect" })}${simulation && outcomeWords(simulation).map((each) => html`${drawing.text(each)} `)}<span
        class="when"
        >${drawing.text({ time: proposal.time })}</span
      >
    </summary>
    <p>Proposal <code class="hex">${id}</code></p>
    ${description !== "" && html`<blockquote class="said">${oneLine(description, LONGEST_DESCRIPTION)}</blockquote>`}
    ${drawing.parts(proposalLines(proposal, inspection))}
    ${simulatedDetails(simulation, inspection, drawing)}
  </details> `;
}

/** How many pending proposals were simulated, and the worst of what was found. */
export function simulatedWords(
  pending: readonly ProposalDescription[],
  simulations: readonly Simulation[],
): { readonly tone: Tone; readonly text: string } {
  const ids = new Set(pending.map(({ id }) => id));
  const found = simulations.filter(({ proposal }) => ids.has(proposal.id));
  if (found.length === 0) return { tone: "note", text: "Pending proposals were not simulated." };
  const failing = found.filter(wouldFail).length;
  const warned = found.filter((each) => !wouldFail(each) && each.warnings.length > 0).length;
  const fine = found.length - failing - warned;
  const results = [
    fine > 0 && `can pass, does what it says, and nobody gains or loses power: ${fine}`,
    warned > 0 && `the same, but with warnings: ${warned}`,
    failing > 0 &&
      `cannot pass, does not do what it says, changes who has power, or this is unknown: ${failing}`,
  ];
  const isWhole = warned === 0 && found.length === pending.length;
  return {
    tone: failing > 0 ? "danger" : isWhole ? "note" : "caution",
    text:
      `Passed on a fork of the chain, to see what they do: ${found.length} of ${count(pending.length, "pending proposal")}. ` +
      `Results: ${results.filter((each) => each !== false).join("; ")}.`,
  };
}

function simulatedDetails(
  simulation: Simulation | undefined,
  inspection: Inspection,
  drawing: HtmlDrawing,
): Html {
  if (simulation === undefined) return html``;
  const { block, hash } = simulation;
  const isOther = block.number !== inspection.block.number;
  return html`<h3>What it would do</h3>
    <p class="quiet">
      Simulated on a fork of block ${block.number},
      ${drawing.text({ time: block.timestamp })}${isOther && ", which is not the block of this report"}:
      holders voted by the rules of the voting machine, and nothing was sent. The simulation has the
      hash
      <code class="hex">${hash}</code>.
    </p>
    ${drawing.parts(simulationBlocks(simulation, inspection), 4)}`;
}
