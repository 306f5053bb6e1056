import type { Inspection, ProposalDescription } from "../../inspect/description.js";
import { namesOf } from "../../describe/contracts.js";
import { outcomeWords, simulationBlocks } from "../../describe/simulation.js";
import { HtmlDrawing } from "../../document/to-html.js";
import { type Simulation, wouldFail } from "../../simulate/simulation.js";
import { badge, remark, time } from "../elements.js";
import { html, type Html } from "../../document/html.js";

/** Simulations of proposals, by their IDs. */
export type Simulated = ReadonlyMap<string, Simulation>;

export function simulatedOf(simulations: readonly Simulation[]): Simulated {
  return new Map(simulations.map((each) => [each.proposal.id, each]));
}

/** How many of the unfinished proposals were simulated, and the results. */
export function simulatedRemark(open: readonly ProposalDescription[], simulated: Simulated): Html {
  if (open.length === 0) return html``;
  const found = open.flatMap(({ id }) => simulated.get(id) ?? []);
  if (found.length === 0) {
    return html`<p>Pending proposals were not simulated.</p>`;
  }
  const failing = found.filter(wouldFail).length;
  const rest = open.length - found.length;
  return html`<ul class="remarks">
    ${remark(
      failing > 0 ? "danger" : rest > 0 ? "caution" : "note",
      html`${found.length} of the ${open.length} pending proposals
      ${found.length === 1 ? "was" : "were"} passed on a fork of the chain, to see what they do.
      ${failing === 0 ? "All of these can pass and do what they say." : `Of these, ${failing} cannot pass, ${failing === 1 ? "does" : "do"} not do what ${failing === 1 ? "it says" : "they say"}, or this is unknown.`}`,
    )}
  </ul>`;
}

/** The result in a word or two. */
export function simulatedBadges(simulation: Simulation | undefined): Html {
  if (simulation === undefined) return html``;
  return html`${outcomeWords(simulation).map(({ tone, text }) => html`${badge(tone, text)} `)}`;
}

/** Everything that a simulation says about a proposal, except single calls. */
export function simulatedDetails(simulation: Simulation | undefined, inspection: Inspection): Html {
  if (simulation === undefined) return html``;
  const { block, hash } = simulation;
  const isOther = block.number !== inspection.block.number;
  return html`<h3>What it would do</h3>
    <p class="quiet">
      Simulated on a fork of block ${block.number},
      ${time(block.timestamp)}${isOther && ", which is not the block of this report"}: holders voted
      by the rules of the voting machine, and nothing was sent. The simulation has the hash
      <code class="hex">${hash}</code>.
    </p>
    ${new HtmlDrawing({ names: namesOf(inspection) }).parts(simulationBlocks(simulation, inspection), 4)}`;
}
