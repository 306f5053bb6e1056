import type { ControlDescription, Inspection } from "../../inspect/description.js";
import { isNotRead, notReadText } from "../../terminal/inspection-words.js";
import { debtLines } from "../../terminal/inspection-promises-text.js";
import { lines, notRead, remark, type Addresses, type Tone } from "../elements.js";
import type { PageFacts } from "../facts.js";
import { html, type Html, type Part } from "../../document/html.js";
import { hasAllProposals, maySay, nothingOwed, registeredOf, smallest } from "../powers.js";
import type { Remark } from "../remarks.js";

/** Remarks shown at the top; their own section has all. */
const MOST_REMARKS = 4;

/** What someone who vouches for a DAO asks first, with the answers. */
export function inShort(facts: PageFacts, remarks: readonly Remark[], addresses: Addresses): Html {
  return html`
    <section id="in-short" aria-labelledby="in-short-title">
      <h2 id="in-short-title" class="hidden">In short</h2>
      <div class="cards">
        ${controlCard(facts.inspection)} ${voteCard(remarks)}
        ${debtCard(facts.inspection, addresses)} ${checkCard(facts)}
      </div>
    </section>
  `;
}

function card(tone: Tone, question: string, answer: Part, rest: Part): Html {
  return html`<article class="card ${tone}">
    <h3>${question}</h3>
    <p class="answer">${answer}</p>
    ${rest}
  </article> `;
}

function controlCard(inspection: Inspection): Html {
  const question = "Who controls it?";
  const { control } = inspection;
  const accounts = registeredOf(inspection).filter(
    ({ contract, permissions }) => contract.code === "account" && permissions.words.length > 0,
  );
  const more = html`<p><a href="#control">Who can do what</a></p>`;
  const votes = isNotRead(control) ? notRead(control) : html`${votersOf(control, inspection)}`;
  if (accounts.length > 0) {
    const [only] = accounts;
    const every = only !== undefined && maySay(only.permissions);
    return card(
      "danger",
      question,
      accounts.length === 1
        ? "1 account, without a vote"
        : `${accounts.length} accounts, each without a vote`,
      html`<p>
          ${
            accounts.length === 1
              ? `It can do ${every || "nothing"}, however the holders vote.`
              : "The next card says what each can do, however the holders vote."
          }
        </p>
        <p>By vote: ${votes}</p>
        ${more}`,
    );
  }
  if (isNotRead(control))
    return card(
      "caution",
      question,
      "Not known",
      html`<p>${votes}</p>
        ${more}`,
    );
  const fewest = smallest(control)?.accounts.length;
  const answer =
    fewest === undefined
      ? rulesAreRead(inspection)
        ? "Nobody by a vote"
        : "Not known"
      : fewest === 0
        ? "No group of holders"
        : fewest === 1
          ? "1 account alone"
          : `${fewest} accounts together`;
  const tone = fewest === 1 ? "danger" : (fewest ?? 0) < 4 ? "caution" : "good";
  return card(
    tone,
    question,
    answer,
    html`<p>${votes}</p>
      ${more}`,
  );
}

/** Whether it is known of every registered scheme how, or whether, it votes. */
function rulesAreRead(inspection: Inspection): boolean {
  return registeredOf(inspection).every(({ contract, parameters }) => {
    if (contract.code === "account") return true;
    if (parameters === undefined || isNotRead(parameters)) return false;
    return Object.values(parameters.votes).every(({ rules }) => !isNotRead(rules));
  });
}

/** The smallest group that can pass a proposal, in a sentence or two. */
function votersOf(control: readonly ControlDescription[], inspection: Inspection): string {
  const fewest = smallest(control);
  if (fewest === undefined) {
    return rulesAreRead(inspection)
      ? "No registered scheme decides by votes."
      : "No registered scheme has vote rules that could be read.";
  }
  const { accounts, share, neededPercent, scheme, boosting } = fewest;
  if (accounts.length === 0) {
    return `All holders together do not have more than ${neededPercent}% of the reputation.`;
  }
  const name = inspection.schemes.find(({ contract }) => contract.address === scheme)?.contract
    .name;
  const everywhere = control.every((each) => each.accounts.length === accounts.length);
  const what = everywhere ? "any proposal" : `a proposal of ${name ?? scheme}`;
  return (
    `The ${accounts.length === 1 ? "largest holder has" : `${accounts.length} largest holders have`} ${share}% of the reputation, ` +
    `which passes ${what}, however all others vote.` +
    (boosting ? " Fewer are enough if a proposal is boosted and nobody votes against it." : "")
  );
}

function voteCard(remarks: readonly Remark[]): Html {
  const question = "What can be done without a vote?";
  const counted = remarks.filter(({ tone }) => tone === "danger" || tone === "caution");
  const [worst] = remarks;
  if (worst === undefined) {
    return card(
      "good",
      question,
      "Nothing was found",
      html`<p>
        No account has permissions of its own, and token and reputation belong to the controller.
      </p>`,
    );
  }
  const answer =
    counted.length === 0
      ? "Nothing unusual"
      : `${counted.length} ${counted.length === 1 ? "thing" : "things"} to look at`;
  const shown = counted.slice(0, MOST_REMARKS);
  const rest = remarks.length - shown.length;
  return card(
    worst.tone === "note" ? "good" : worst.tone,
    question,
    answer,
    html`<ul class="remarks">
        ${shown.map(({ tone, text }) => remark(tone, text))}
      </ul>
      ${counted.length === 0 && html`<p>Schemes act only by their own rules.</p>`}
      ${rest > 0 && html`<p><a href="#without-a-vote">${rest} more, less pressing</a></p>`}`,
  );
}

function debtCard(inspection: Inspection, addresses: Addresses): Html {
  const question = "What is owed?";
  const { owes } = inspection;
  if (isNotRead(owes))
    return card("caution", question, "Not known", html`<p>${notReadText(owes)}</p>`);
  const { debts, unknown } = owes;
  const isShort = debts.some(({ missing }) => missing !== undefined);
  const isUnclear = unknown.length > 0 || debts.some(({ has }) => isNotRead(has));
  const more = html`<p><a href="#treasury">The treasury</a></p>`;
  if (debts.length === 0 && unknown.length === 0) {
    const isComplete = hasAllProposals(inspection);
    return card(
      isComplete ? "good" : "caution",
      question,
      isComplete ? "Nothing" : "Not known",
      html`<p>${nothingOwed(inspection)}</p>
        ${more}`,
    );
  }
  const proposals = new Set([
    ...debts.flatMap((debt) => debt.proposals),
    ...unknown.map(({ proposal }) => proposal),
  ]);
  return card(
    isShort ? "danger" : isUnclear || !hasAllProposals(inspection) ? "caution" : "note",
    question,
    isShort
      ? "More than the treasury has"
      : `What ${proposals.size} ${proposals.size === 1 ? "proposal" : "proposals"} promised`,
    html`${lines(debtLines(inspection).slice(1), addresses)}${more}`,
  );
}

function checkCard({ check }: PageFacts): Html {
  const question = "Does it match its parameters?";
  if (check === undefined) {
    return card(
      "note",
      question,
      "Not compared",
      html`<p>No parameters file was given. <code>--params</code> compares the DAO with one.</p>`,
    );
  }
  const { findings, inconclusive, passed, silenced } = check;
  const serious = ["error", "warning"].flatMap((each) =>
    findings.filter(({ severity }) => severity === each),
  );
  const parts = [
    serious.length > 0 && `${serious.length} ${serious.length === 1 ? "finding" : "findings"}`,
    inconclusive.length > 0 && `${inconclusive.length} not checked`,
  ].filter((part) => part !== false);
  return card(
    serious.length > 0 ? "danger" : passed ? "good" : "caution",
    question,
    parts.join(", ") || "Yes",
    html`<ul class="remarks">
        ${serious
          .slice(0, MOST_REMARKS)
          .map(({ message, severity }) =>
            remark(severity === "error" ? "danger" : "caution", message),
          )}
      </ul>
      <p>
        ${silenced.length > 0 && `${silenced.length} silenced. `}<a href="#findings">All rules</a>
      </p>`,
  );
}
