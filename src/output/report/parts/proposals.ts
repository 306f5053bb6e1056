import { missingProposalLines, proposalLines, requestsOf } from "../../describe/proposals.js";
import { outcomeWords, simulationBlocks } from "../../describe/simulation.js";
import { count, paragraph, remark, type Tone } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import { FIRST_ROWS, searchable, type HtmlDrawing } from "../../document/to-html.js";
import { inlineToTerminal } from "../../document/to-terminal.js";
import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import type { VotesDescription } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { percentOf } from "../../../engine/inspect/reading/percent.js";
import { type Simulation, wouldFail } from "../../../operations/simulate/simulation.js";
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
  { inspection, simulations }: Pick<PageFacts, "inspection" | "simulations">,
  drawing: HtmlDrawing,
): Html {
  const { proposals } = inspection;
  if (isNotRead(proposals)) return drawing.parts(paragraph`Proposals are ${proposals}`);
  const missing = missingProposalLines(inspection);
  const open = pendingIn(proposals).toReversed();
  const over = proposals.filter((each) => !isOpen(each)).toReversed();
  const simulated = simulatedWords(open, simulations);
  const none = missing.length > 0 ? "None that could be read." : "There are none.";
  const items = [...open, ...over].map((proposal, index) =>
    proposalItem(proposal, index, {
      inspection,
      drawing,
      simulation: simulations.find((each) => each.proposal.id === proposal.id),
    }),
  );
  return html`${drawing.parts([
    missing,
    paragraph(proposals.length === 0 ? none : countText(proposals.length, open)),
    open.length > 0 && remark(simulated.tone, simulated.text),
  ])}
  ${searchable(
    "proposals",
    "proposals",
    proposals.length,
    html`<div class="proposals">${items}</div>`,
  )}`;
}

function countText(all: number, open: readonly ProposalDescription[]): string {
  const pending = open.length;
  const state = open.some(({ progress }) => isNotRead(progress))
    ? "pending or not known to be over"
    : "still pending";
  if (all === 1) return pending === 1 ? `1 proposal, ${state}.` : "1 proposal, not pending.";
  if (pending === 0) return `${all} proposals, none of them pending: the newest comes first.`;
  return `${all} proposals, ${pending} of them ${state}: ${pending === 1 ? "it comes" : "they come"} first. The newest are on top.`;
}

/** Proposals that may still do something, or of which this could not be read. */
export function pendingIn(
  proposals: readonly ProposalDescription[],
): readonly ProposalDescription[] {
  return proposals.filter(isOpen);
}

function isOpen({ progress }: ProposalDescription): boolean {
  return isNotRead(progress) || ["open", "to be executed", "passed"].includes(progress.stage);
}

interface ItemFacts {
  readonly inspection: Inspection;
  readonly drawing: HtmlDrawing;
  readonly simulation: Simulation | undefined;
}

function proposalItem(
  proposal: ProposalDescription,
  index: number,
  { inspection, drawing, simulation }: ItemFacts,
): Html {
  const { id, description = "", votes, progress, problems = [] } = proposal;
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
    ${!isNotRead(votes) && html`<p>${votesWords(votes)}</p>`}
    ${drawing.parts(proposalLines(proposal, inspection))}
    ${simulatedDetails(simulation, inspection, drawing)}
  </details> `;
}

function votesWords({ for: yes, against: no, supply }: VotesDescription): string {
  const [pro, contra] = [yes, no].map((each) => percentOf(BigInt(each), BigInt(supply)));
  return `${pro}% for, ${contra}% against, of all reputation`;
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
  const [does, says, change] =
    failing === 1 ? ["does", "it says", "changes"] : ["do", "they say", "change"];
  const results = [
    failing > 0 &&
      `${failing} cannot pass, ${does} not do what ${says}, ${change} who has power, or this is unknown`,
    warned > 0 &&
      `${warned} can pass and ${warned === 1 ? "does what it says, but has" : "do what they say, but have"} warnings`,
  ].filter((each) => each !== false);
  const result =
    results.length === 0
      ? found.length === 1
        ? "It can pass and does what it says, and nobody gains or loses power by it."
        : "All of these can pass and do what they say, and nobody gains or loses power by them."
      : `Of these, ${results.join("; ")}.`;
  const tone =
    failing > 0 ? "danger" : warned > 0 || found.length < pending.length ? "caution" : "note";
  const text =
    `${found.length} of ${count(pending.length, "pending proposal")} ${found.length === 1 ? "was" : "were"} passed ` +
    `on a fork of the chain, to see what they do. ${result}`;
  return { tone, text };
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
