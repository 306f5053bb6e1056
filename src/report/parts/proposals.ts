import type {
  Inspection,
  ProposalDescription,
  VotesDescription,
} from "../../inspect/description.js";
import type { Simulation } from "../../simulate/simulation.js";
import { percentOf } from "../../inspect/reading/percent.js";
import { asksLines, detailLines, stateText } from "../../terminal/inspection-proposals-text.js";
import { isNotRead, notReadText } from "../../terminal/inspection-words.js";
import { oneLine } from "../../support/printable.js";
import {
  badge,
  FIRST_ROWS,
  lines,
  notRead,
  remark,
  searchable,
  section,
  time,
  type Addresses,
  type Tone,
} from "../elements.js";
import type { PageFacts } from "../facts.js";
import { html, type Html } from "../../document/html.js";
import { simulatedBadges, simulatedDetails, simulatedOf, simulatedRemark } from "./simulated.js";

const LONGEST_DESCRIPTION = 2000;
const STAGES: Readonly<Record<string, readonly [Tone, string]>> = {
  open: ["caution", "open"],
  "to be executed": ["caution", "to be executed"],
  passed: ["caution", "passed, not carried out"],
  done: ["good", "done"],
  rejected: ["note", "rejected"],
  expired: ["note", "expired"],
};
/** Width of the vote bar. */
const BAR = 200;

/** Every proposal: unfinished ones first, then the newest. */
export function proposalsPart(
  { inspection, simulations }: Pick<PageFacts, "inspection" | "simulations">,
  addresses: Addresses,
): Html {
  const simulated = simulatedOf(simulations);
  const { proposals, votingMachines } = inspection;
  const title = "Proposals";
  if (isNotRead(proposals))
    return section("proposals", title, html`<p>Proposals are ${notRead(proposals)}.</p>`);
  const missing = votingMachines.flatMap(({ contract, proposals: why }) =>
    why === undefined
      ? []
      : remark(
          "caution",
          html`Those of voting machine ${addresses.plain(contract.address)} are ${notReadText(why)}.`,
        ),
  );
  const open = proposals.filter(isOpen).toReversed();
  const over = proposals.filter((each) => !isOpen(each)).toReversed();
  return section(
    "proposals",
    title,
    missing.length > 0 &&
      html`<ul class="remarks">
        ${missing}
      </ul>`,
    html`<p>
      ${proposals.length === 0 ? (missing.length > 0 ? "None that could be read." : "There are none.") : countText(proposals.length, open)}
    </p>`,
    simulatedRemark(open, simulated),
    searchable(
      "proposals",
      "proposals",
      proposals.length,
      html`<div class="proposals">
        ${[...open, ...over].map((proposal, index) => proposalItem(proposal, index, { inspection, addresses, simulation: simulated.get(proposal.id) }))}
      </div>`,
    ),
  );
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

function isOpen({ progress }: ProposalDescription): boolean {
  return isNotRead(progress) || ["open", "to be executed", "passed"].includes(progress.stage);
}

interface ItemFacts {
  readonly inspection: Inspection;
  readonly addresses: Addresses;
  readonly simulation: Simulation | undefined;
}

function proposalItem(
  proposal: ProposalDescription,
  index: number,
  { inspection, addresses, simulation }: ItemFacts,
): Html {
  const { id, description = "", votes, progress, problems = [] } = proposal;
  const [tone, stage] = isNotRead(progress)
    ? (["caution", "not read"] as const)
    : STAGES[progress.stage]!;
  const [first = "", ...others] = asksLines(proposal, inspection).map((line) =>
    line.trim().replace(/^asks: /, ""),
  );
  const later = index >= FIRST_ROWS ? html` later` : html``;
  return html`<details class="proposal${later}" data-row>
    <summary>
      ${badge(tone, stage)}
      <span class="asks">${first}${others.length > 0 && ` and ${others.length} more`}</span>
      ${problems.length > 0 && badge("danger", "cannot take effect")}${simulatedBadges(simulation)}<span
        class="when"
        >${time(proposal.time)}</span
      >
    </summary>
    <p>Proposal <code class="hex">${id}</code></p>
    ${description !== "" && html`<blockquote class="said">${oneLine(description, LONGEST_DESCRIPTION)}</blockquote>`}
    <p>${stateText(proposal, inspection.block.timestamp).replace(/^! /, "")}</p>
    ${!isNotRead(votes) && voteBar(votes)}
    ${lines(
      // The state is already shown above.
      detailLines(proposal, inspection).filter((_, place) => place !== 1),
      addresses,
    )}
    ${simulatedDetails(simulation, inspection)}
  </details> `;
}

/** Shares of all reputation that voted for and against. */
function voteBar({ for: yes, against: no, supply }: VotesDescription): Html {
  const shares = [yes, no].map((votes) => percentOf(BigInt(votes), BigInt(supply)));
  const [forWidth, againstWidth] = shares.map((share) =>
    Math.min(BAR, (Number(share) * BAR) / 100),
  );
  return html`<p class="votes">
    <svg aria-hidden="true" width="${BAR}" height="12" viewBox="0 0 ${BAR} 12">
      <rect class="bar-back" width="${BAR}" height="12" rx="3" />
      <rect class="bar-for" width="${forWidth}" height="12" rx="3" />
      <rect
        class="bar-against"
        x="${BAR - againstWidth!}"
        width="${againstWidth}"
        height="12"
        rx="3"
      />
    </svg>
    ${shares[0]}% for, ${shares[1]}% against, of all reputation
  </p>`;
}
