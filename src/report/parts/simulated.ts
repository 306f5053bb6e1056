import type { Inspection, ProposalDescription } from "../../inspect/description.js";
import { outcomeWords, simulationBlocks } from "../../describe/simulation.js";
import { count, paragraph, remark } from "../../document/document.js";
import type { Part } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import type { HtmlDrawing } from "../../document/to-html.js";
import { type Simulation, wouldFail } from "../../simulate/simulation.js";

/** How many of the unfinished proposals were simulated, and the results. */
export function simulatedRemark(
  open: readonly ProposalDescription[],
  simulated: ReadonlyMap<string, Simulation>,
): Part | undefined {
  if (open.length === 0) return undefined;
  const found = open.flatMap(({ id }) => simulated.get(id) ?? []);
  if (found.length === 0) return paragraph("Pending proposals were not simulated.");
  const failing = found.filter(wouldFail).length;
  const [does, says] = failing === 1 ? ["does", "it says"] : ["do", "they say"];
  const result =
    failing === 0
      ? "All of these can pass and do what they say."
      : `Of these, ${failing} cannot pass, ${does} not do what ${says}, or this is unknown.`;
  return remark(
    failing > 0 ? "danger" : found.length < open.length ? "caution" : "note",
    `${found.length} of the ${count(open.length, "pending proposal")} ${found.length === 1 ? "was" : "were"} passed ` +
      `on a fork of the chain, to see what they do. ${result}`,
  );
}

/** The result in a word or two. */
export function simulatedBadges(simulation: Simulation | undefined, drawing: HtmlDrawing): Html {
  if (simulation === undefined) return html``;
  return html`${outcomeWords(simulation).map(({ tone, text }) => html`${drawing.badge(tone, text)} `)}`;
}

/** Everything that a simulation says about a proposal, except single calls. */
export function simulatedDetails(
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
