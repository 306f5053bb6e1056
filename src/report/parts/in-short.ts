import { SEVERITIES } from "../../describe/check.js";
import { fewestWords } from "../../describe/control.js";
import { powerWords, registeredOf, smallest } from "../../describe/control.js";
import { debtLines, hasAllProposals, hasDebts, nothingOwed } from "../../describe/promises.js";
import { withoutVoteLines } from "../../describe/without-vote.js";
import { count, paragraph, phrase, remark } from "../../document/document.js";
import type { Inline, Parts, Tone } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import type { HtmlDrawing } from "../../document/to-html.js";
import type { ControlDescription, Inspection } from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import type { PageFacts } from "../facts.js";

/** Remarks shown at the top; their own section has all. */
const MOST_REMARKS = 4;

/** A question, and its answer in a few words. */
interface Card {
  readonly question: string;
  readonly tone: Tone;
  readonly answer: string;
  readonly more: Parts;
}

/** What someone who vouches for a DAO asks first, with the answers. */
export function inShort({ inspection, check }: PageFacts, drawing: HtmlDrawing): Html {
  const cards = [
    controlCard(inspection),
    voteCard(inspection),
    debtCard(inspection),
    checkCard(check),
  ];
  return html`
    <section id="in-short" aria-labelledby="in-short-title">
      <h2 id="in-short-title" class="hidden">In short</h2>
      <div class="cards">
        ${cards.map(
          ({ question, tone, answer, more }) =>
            html`<article class="card ${tone}">
              <h3>${question}</h3>
              <p class="answer">${answer}</p>
              ${drawing.parts(more)}
            </article> `,
        )}
      </div>
    </section>
  `;
}

function link(to: string, text: string): Parts {
  return paragraph({ text, to });
}

function controlCard(inspection: Inspection): Card {
  const question = "Who controls it?";
  const { control } = inspection;
  const more = link("control", "Who can do what");
  const votes: Inline = isNotRead(control) ? control : votersOf(control, inspection);
  const accounts = registeredOf(inspection).filter(
    ({ contract, permissions }) => contract.code === "account" && permissions.words.length > 0,
  );
  const [only] = accounts;
  if (only !== undefined) {
    const isOne = accounts.length === 1;
    return {
      question,
      tone: "danger",
      answer: isOne
        ? "1 account, without a vote"
        : `${accounts.length} accounts, each without a vote`,
      more: [
        paragraph(
          isOne
            ? `It can do ${powerWords(only.permissions)}, however the holders vote.`
            : "The next card says what each can do, however the holders vote.",
        ),
        paragraph(votes),
        more,
      ],
    };
  }
  const body = [paragraph(votes), more];
  if (isNotRead(control)) return { question, tone: "caution", answer: "Not known", more: body };
  const fewest = smallest(control)?.accounts.length;
  const tone = fewest === 1 ? "danger" : (fewest ?? 0) < 4 ? "caution" : "good";
  return { question, tone, answer: fewestAnswer(fewest, inspection), more: body };
}

function fewestAnswer(fewest: number | undefined, inspection: Inspection): string {
  if (fewest === undefined) return rulesAreRead(inspection) ? "Nobody by a vote" : "Not known";
  if (fewest === 0) return "No group of holders";
  return fewest === 1 ? "1 account alone" : `${fewest} accounts together`;
}

/** Whether it is known of every registered scheme how, or whether, it votes. */
function rulesAreRead(inspection: Inspection): boolean {
  return registeredOf(inspection).every(({ contract, parameters }) => {
    if (contract.code === "account") return true;
    if (parameters === undefined || isNotRead(parameters)) return false;
    return Object.values(parameters.votes).every(({ rules }) => !isNotRead(rules));
  });
}

/** The smallest group that can pass a proposal. */
function votersOf(control: readonly ControlDescription[], inspection: Inspection): Inline {
  const fewest = smallest(control);
  if (fewest === undefined) {
    return rulesAreRead(inspection)
      ? "No registered scheme decides by votes."
      : "No registered scheme has vote rules that could be read.";
  }
  const { accounts, scheme: address } = fewest;
  const scheme = inspection.schemes.find(({ contract }) => contract.address === address)?.contract;
  const everywhere = control.every((each) => each.accounts.length === accounts.length);
  const what = everywhere ? "any proposal" : phrase`a proposal of ${scheme?.name ?? { address }}`;
  return phrase`To pass ${what}: ${fewestWords(fewest)}.`;
}

function voteCard(inspection: Inspection): Card {
  const question = "What can be done without a vote?";
  const remarks = withoutVoteLines(inspection);
  const [worst] = remarks;
  if (worst === undefined) {
    const none =
      "No account has permissions of its own, and token and reputation belong to the controller.";
    return { question, tone: "good", answer: "Nothing was found", more: paragraph(none) };
  }
  const counted = remarks.filter(({ tone }) => tone === "danger" || tone === "caution");
  const shown = counted.slice(0, MOST_REMARKS);
  const rest = remarks.length - shown.length;
  return {
    question,
    tone: counted.length === 0 ? "good" : (worst.tone ?? "note"),
    answer:
      counted.length === 0 ? "Nothing unusual" : `${count(counted.length, "thing")} to look at`,
    more: [
      shown,
      counted.length === 0 && paragraph("Schemes act only by their own rules."),
      rest > 0 && link("without-a-vote", `${rest} more, less pressing`),
    ],
  };
}

function debtCard(inspection: Inspection): Card {
  const question = "What is owed?";
  const { owes } = inspection;
  const more = link("treasury", "The treasury");
  const isComplete = hasAllProposals(inspection);
  if (!hasDebts(inspection)) {
    return {
      question,
      tone: isComplete ? "good" : "caution",
      answer: isComplete ? "Nothing" : "Not known",
      more: [paragraph(nothingOwed(inspection)), more],
    };
  }
  // The IDs of the proposals are in the section.
  const lines = debtLines(inspection).map(({ text, tone }) => ({ text, tone }));
  if (isNotRead(owes)) {
    return { question, tone: "caution", answer: "Not known", more: [lines, more] };
  }
  const { debts, unknown } = owes;
  const isShort = debts.some(({ missing }) => missing !== undefined);
  const isUnclear = unknown.length > 0 || debts.some(({ has }) => isNotRead(has));
  const proposals = new Set([
    ...debts.flatMap((debt) => debt.proposals),
    ...unknown.map(({ proposal }) => proposal),
  ]);
  return {
    question,
    tone: isShort ? "danger" : isUnclear || !isComplete ? "caution" : "note",
    answer: isShort
      ? "More than the treasury has"
      : `What ${count(proposals.size, "proposal")} promised`,
    more: [lines, more],
  };
}

function checkCard(check: PageFacts["check"]): Card {
  const question = "Does it match its parameters?";
  if (check === undefined) {
    const how = phrase`No parameters file was given. ${{ code: "--params" }} compares the DAO with one.`;
    return { question, tone: "note", answer: "Not compared", more: paragraph(how) };
  }
  const { findings, inconclusive, passed, silenced } = check;
  const serious = (["error", "warning"] as const).flatMap((each) =>
    findings.filter(({ severity }) => severity === each),
  );
  const parts = [
    ...(serious.length > 0 ? [count(serious.length, "finding")] : []),
    ...(inconclusive.length > 0 ? [`${inconclusive.length} not checked`] : []),
  ];
  return {
    question,
    tone: serious.length > 0 ? "danger" : passed ? "good" : "caution",
    answer: parts.join(", ") || "Yes",
    more: [
      serious
        .slice(0, MOST_REMARKS)
        .map(({ message, severity }) => remark(SEVERITIES[severity], { sentence: message })),
      silenced.length > 0 && paragraph(`${silenced.length} silenced.`),
      link("findings", "All rules"),
    ],
  };
}
