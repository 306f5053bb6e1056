import type { Inspection, ProposalDescription } from "../../inspect/description.js";
import type { Simulation } from "../../simulate/simulation.js";
import { simulationParts } from "../../terminal/simulation-lines.js";
import { badge, lines, remark, time, type Addresses } from "../elements.js";
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
  const failing = found.filter((each) => badgesOf(each).isBad).length;
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
  return simulation === undefined ? html`` : badgesOf(simulation).badges;
}

function badgesOf({ passes, does, warnings }: Simulation): {
  readonly badges: Html;
  readonly isBad: boolean;
} {
  const count = warnings.length;
  const warned = count > 0 && badge("caution", count === 1 ? "1 warning" : `${count} warnings`);
  const wrong = {
    "cannot pass": badge("danger", "cannot pass"),
    inconclusive: badge("caution", "unknown whether it can pass"),
    "can pass": undefined,
    passed: undefined,
  }[passes.verdict];
  const undone = {
    no: badge("danger", "does not do what it says"),
    inconclusive: badge("caution", "unknown what it does"),
    yes: undefined,
  }[does.verdict];
  // A proposal that cannot pass does nothing, so it need not be said that it does not do what it says.
  const bad = wrong ?? undone;
  const good = count === 0 && badge("good", "does what it says");
  return { badges: html`${bad ?? good} ${warned}`, isBad: bad !== undefined };
}

/** Everything that a simulation says about a proposal, except single calls. */
export function simulatedDetails(
  simulation: Simulation | undefined,
  inspection: Inspection,
  addresses: Addresses,
): Html {
  if (simulation === undefined) return html``;
  const { block, hash } = simulation;
  const parts = simulationParts(simulation, inspection);
  const isOther = block.number !== inspection.block.number;
  return html`<h3>What it would do</h3>
    <p class="quiet">
      Simulated on a fork of block ${block.number},
      ${time(block.timestamp)}${isOther && ", which is not the block of this report"}: holders voted
      by the rules of the voting machine, and nothing was sent. The simulation has the hash
      <code class="hex">${hash}</code>.
    </p>
    ${parts.map(
      ({ title, lines: told }) =>
        html`<h4>${addresses.within(title.replace(/ +/g, " "))}</h4>
          ${lines(told, addresses)}`,
    )}`;
}
