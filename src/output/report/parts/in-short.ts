import { SEVERITIES } from "../../describe/check.js";
import { schemeContract } from "../../../engine/inspect/schemes/scheme-contract.js";
import { fewestWords, smallest, soleAccounts, undecidedSchemes } from "../../describe/control.js";
import { debtLines, hasAllProposals, hasDebts, nothingOwed } from "../../describe/promises.js";
import { NOTHING_FOUND, withoutVoteLines } from "../../describe/without-vote.js";
import {
  caution,
  count,
  danger,
  joined,
  named,
  paragraph,
  phrase,
  remark,
  type Inline,
  type Parts,
  type Tone,
} from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import type { HtmlDrawing } from "../../document/to-html.js";
import type { ControlDescription, Inspection } from "../../../engine/inspect/description.js";
import { isPending } from "../../../engine/inspect/proposals/pending.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { PageFacts } from "../facts.js";
import { simulatedWords } from "./proposals.js";

/** Remarks shown at the top; their own section has all. */
const MOST_REMARKS = 4;

type Answer = ReturnType<typeof answer>;
type Card = readonly [question: string, Answer];

/** What someone who vouches for a DAO asks first, with the answers, and before them the worst of these. */
export function inShort(facts: PageFacts, drawing: HtmlDrawing): Html {
  const { inspection, check } = facts;
  const cards: readonly Card[] = [
    ["Who controls it?", controlAnswer(inspection)],
    ["What can be done without a vote?", voteAnswer(inspection)],
    ["What is owed?", debtAnswer(inspection)],
    ["What is pending?", pendingAnswer(facts)],
    ["Does it match its parameters?", checkAnswer(check)],
  ];
  return html`
    <section id="in-short" aria-labelledby="in-short-title">
      <h2 id="in-short-title" class="hidden">In short</h2>
      ${drawing.parts(verdict(cards))}
      <div class="cards">
        ${cards.map(
          ([question, { tone, words, more }]) =>
            html`<article class="card ${tone}">
              <h3>${question}</h3>
              <p class="answer">${words}</p>
              ${drawing.parts(more)}
            </article> `,
        )}
      </div>
    </section>
  `;
}

/** One verdict for the whole page, so that no green answer stands above a yellow or red one. */
function verdict(cards: readonly Card[]): Parts {
  const of = (wanted: Tone) =>
    cards.flatMap(([question, { tone }]) => (tone === wanted ? { strong: question } : []));
  const [dangers, cautions] = [of("danger"), of("caution")];
  const all = joined([...dangers, ...cautions], " ");
  if (dangers.length > 0) return danger`Look at this before you trust this DAO: ${all}`;
  if (cautions.length > 0) return caution`Worth a closer look: ${all}`;
  return remark("good", "No answer below needs a closer look.");
}

function answer(tone: Tone, words: string, ...more: readonly Parts[]) {
  return { tone, words, more };
}

function link(to: string, text: string): Parts {
  return paragraph({ text, to });
}

function controlAnswer(inspection: Inspection): Answer {
  const { control } = inspection;
  const more = link("control", "Who can do what");
  const votes = paragraph(isNotRead(control) ? control : votersOf(control, inspection));
  const [only, ...others] = soleAccounts(inspection).values();
  if (only !== undefined && others.length === 0) {
    const can = `It can do this, however the holders vote: ${only}.`;
    return answer("danger", "1 account, without a vote", paragraph(can), votes, more);
  }
  if (only !== undefined) {
    const each = paragraph("The next card says what each can do, however the holders vote.");
    const words = `${others.length + 1} accounts, each without a vote`;
    return answer("danger", words, each, votes, more);
  }
  const unknown = undecidedSchemes(inspection);
  if (unknown.length > 0) {
    const rest = unknown.length - MOST_REMARKS;
    const whose = joined(unknown.slice(0, MOST_REMARKS).map(named));
    const why = phrase`Who decides for ${whose}${rest > 0 && ` and ${rest} more`} is not known.`;
    return answer("caution", "Not known", paragraph(why), votes, more);
  }
  if (isNotRead(control)) return answer("caution", "Not known", votes, more);
  const fewest = smallest(control)?.accounts.length;
  if (fewest === undefined) return answer("caution", "Nobody by a vote", votes, more);
  if (fewest === 0) return answer("caution", "No group of holders", votes, more);
  if (fewest === 1) return answer("danger", "1 account alone", votes, more);
  return answer(fewest < 4 ? "caution" : "good", `${fewest} accounts together`, votes, more);
}

function votersOf(control: readonly ControlDescription[], inspection: Inspection): Inline {
  const fewest = smallest(control);
  if (fewest === undefined) return "No registered scheme is known to decide by votes.";
  const { accounts, scheme: address } = fewest;
  const scheme = schemeContract(address, inspection)?.name ?? { address };
  const everywhere = control.every((each) => each.accounts.length === accounts.length);
  const what = everywhere ? "any proposal" : phrase`a proposal of ${scheme}`;
  return phrase`To pass ${what}: ${fewestWords(fewest)}.`;
}

function voteAnswer(inspection: Inspection): Answer {
  const remarks = withoutVoteLines(inspection);
  const [worst] = remarks;
  if (worst === undefined) {
    return answer("good", "Nothing was found", paragraph(NOTHING_FOUND));
  }
  const counted = remarks.filter(({ tone }) => tone === "danger" || tone === "caution");
  const shown = counted.slice(0, MOST_REMARKS);
  const rest = remarks.length - shown.length;
  const all = rest > 0 && link("without-a-vote", `${rest} more, less pressing`);
  if (counted.length === 0) {
    const rules = paragraph("Schemes act only by their own rules.");
    return answer("good", "Nothing unusual", rules, all);
  }
  const words = `${count(counted.length, "thing")} to look at`;
  return answer(worst.tone ?? "note", words, shown, all);
}

function debtAnswer(inspection: Inspection): Answer {
  const { owes } = inspection;
  const more = link("treasury", "The treasury");
  const isComplete = hasAllProposals(inspection);
  if (!hasDebts(inspection)) {
    const [tone, words] = isComplete
      ? ["good" as const, "Nothing"]
      : ["caution" as const, "Not known"];
    return answer(tone, words, paragraph(nothingOwed(inspection)), more);
  }
  // The IDs of the proposals are in the section.
  const lines = debtLines(inspection).map(({ text, tone }) => ({ text, tone }));
  if (isNotRead(owes)) return answer("caution", "Not known", lines, more);
  const { debts, unknown } = owes;
  if (debts.some(({ missing }) => missing !== undefined)) {
    return answer("danger", "More than the treasury has", lines, more);
  }
  const isKnown = isComplete && unknown.length === 0 && !debts.some(({ has }) => isNotRead(has));
  const proposals = new Set([
    ...debts.flatMap((debt) => debt.proposals),
    ...unknown.map(({ proposal }) => proposal),
  ]);
  const words = `What ${count(proposals.size, "proposal")} promised`;
  return answer(isKnown ? "note" : "caution", words, lines, more);
}

/** The worst that simulations of pending proposals found. */
function pendingAnswer({ inspection, simulations }: PageFacts): Answer {
  const { proposals } = inspection;
  if (isNotRead(proposals)) return answer("caution", "Not known", paragraph(proposals));
  const more = link("proposals", "Proposals");
  const pending = proposals.filter(isPending);
  if (pending.length === 0 && !hasAllProposals(inspection)) {
    return answer("caution", "Not known", paragraph("Not every proposal could be read."), more);
  }
  if (pending.length === 0) {
    const none = paragraph("No proposal is open or waits to be carried out.");
    return answer("good", "Nothing", none, more);
  }
  const words = count(pending.length, "proposal");
  const { tone, text } = simulatedWords(pending, simulations);
  return answer(tone, words, paragraph(text), more);
}

function checkAnswer(check: PageFacts["check"]): Answer {
  if (check === undefined) {
    const how = paragraph`No parameters file was given. ${{ code: "--params" }} compares the DAO with one.`;
    return answer("note", "Not compared", how);
  }
  const { findings, inconclusive, passed, silenced } = check;
  const serious = (["error", "warning"] as const).flatMap((each) =>
    findings.filter(({ severity }) => severity === each),
  );
  const parts = [
    serious.length > 0 && count(serious.length, "finding"),
    inconclusive.length > 0 && `${inconclusive.length} not checked`,
  ];
  return answer(
    serious.length > 0 ? "danger" : passed ? "good" : "caution",
    parts.filter(Boolean).join(", ") || "Yes",
    serious
      .slice(0, MOST_REMARKS)
      .map(({ message, severity }) => remark(SEVERITIES[severity], { sentence: message })),
    silenced.length > 0 && paragraph(`${silenced.length} silenced.`),
    link("findings", "All rules"),
  );
}
