import {
  amount,
  block,
  caution,
  count,
  firstLines,
  joined,
  line,
  named,
  paragraph,
  phrase,
  remark,
  untrusted,
} from "../document/document.js";
import type { Block, Inline, Line, Parts, Unit } from "../document/document.js";
import type {
  CompetitionDescription,
  DebtDescription,
  Inspection,
  MintableDescription,
  ProposalDescription,
  Inspected,
  SuggestionDescription,
  UnpaidDescription,
} from "../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../engine/inspect/reading/attempt.js";
import { schemeContract } from "../../engine/inspect/schemes/scheme-contract.js";
import { contractWords } from "./contracts.js";
import { ETHER, OF_REPUTATION, REPUTATION, unitOf } from "./units.js";

const MOST_SUGGESTIONS = 20;
/** Proposals that are listed of one debt. */
const MOST_OF_A_DEBT = 20;
/** After a list that was cut. */
export const IN_JSON = " (the JSON has them all)";

/** What proposals that passed have not paid yet, compared with the avatar's balance. */
export function debtsBlock(inspection: Inspection): Block {
  return block(
    "Promised by proposals that passed, and not redeemed yet",
    hasDebts(inspection) ? debtLines(inspection) : paragraph(nothingOwed(inspection)),
  );
}

export function hasDebts({ owes }: Inspection): boolean {
  return isNotRead(owes) || owes.debts.length > 0 || owes.unknown.length > 0;
}

export function debtLines(inspection: Inspection): readonly Line[] {
  const { owes } = inspection;
  if (isNotRead(owes)) return [caution`what it owes is ${owes}`];
  return [
    ...owes.debts.map((debt) => debtLine(debt, inspection)),
    ...owes.unknown.map(
      ({ proposal, why }) => caution`what the proposal ${{ code: proposal }} owes is ${why}`,
    ),
  ];
}

function debtLine(debt: DebtDescription, inspection: Inspection): Line {
  const { of, token, amount: wei, due, has, missing, proposals } = debt;
  const unit = unitOfDebt(of, token, inspection);
  const address = token !== undefined && phrase` ${{ address: token.address }}`;
  const later = due !== wei && phrase`, ${amount(due, unit)} of it due now`;
  const short = missing !== undefined && phrase`, ${amount(missing, unit)} too little`;
  const paid =
    has === undefined
      ? ", minted when redeemed"
      : isNotRead(has)
        ? phrase`; what the treasury has is ${has}`
        : phrase`; the treasury has ${amount(has, unit)}${short}`;
  return remark(
    missing !== undefined ? "danger" : isNotRead(has) ? "caution" : undefined,
    phrase`${amount(wei, unit)}${address} by ${count(proposals.length, "proposal")}${later}${paid}`,
    firstLines(
      proposals.map((id) => line({ code: id })),
      MOST_OF_A_DEBT,
      IN_JSON,
    ),
  );
}

function unitOfDebt(
  of: DebtDescription["of"],
  token: DebtDescription["token"],
  { token: own }: Pick<Inspection, "token">,
): Unit {
  if (token !== undefined) return unitOf(token);
  return { ether: ETHER, reputation: REPUTATION, "own token": unitOf(own), token: ETHER }[of];
}

/** What to say of a DAO without known debts: proposals that were not read may have promised something. */
export function nothingOwed(inspection: Inspection): string {
  return hasAllProposals(inspection)
    ? "Every passed proposal has been paid."
    : "Every passed proposal that was read has been paid, but those of a voting machine were not read.";
}

/** Whether the proposals of every voting machine were read. */
export function hasAllProposals({ votingMachines }: Inspection): boolean {
  return votingMachines.every(({ proposals }) => proposals === undefined);
}

export function mintableLines(inspection: Inspection): readonly Line[] {
  const { mintable, block: now } = inspection;
  if (isNotRead(mintable)) {
    return [caution`reputation that can be minted without a vote is ${mintable}`];
  }
  return mintable.map((each) => {
    const { scheme: address, atMost, claimed, to } = each;
    const scheme = schemeContract(address, inspection);
    const who = scheme === undefined ? { address } : contractWords(scheme);
    const most =
      atMost === undefined ? "without limit" : phrase`at most ${amount(atMost, OF_REPUTATION)}`;
    return remark(
      atMost === undefined ? "danger" : isNotRead(atMost) ? "caution" : "note",
      phrase`${who} can still mint reputation without a vote, ${most}; redeemed so far:
        ${amount(claimed, OF_REPUTATION)}`,
      line`for ${{ sentence: to }}${timesWords(each, now.timestamp)}`,
    );
  });
}

function timesWords({ from, joinUntil, until }: MintableDescription, now: number): Inline {
  const time = (what: string, at: Inspected<number> | undefined): Inline => {
    if (at === undefined) return "";
    if (isNotRead(at)) return phrase`; ${what} ${at}`;
    return phrase`; ${what} ${{ time: at }}${at < now && " (over)"}`;
  };
  const hasBegun = (ifRead(from) ?? Infinity) < now;
  return [
    time("joining until", joinUntil),
    time("minted from", hasBegun ? undefined : from),
    time("minted until", until),
  ];
}

export function lineOf<Value>(
  what: string,
  value: Inspected<Value> | undefined,
  made: (read: Value) => Line,
): Line | undefined {
  if (value === undefined) return undefined;
  return isNotRead(value) ? line`${what} ${value}` : made(value);
}

export function listingLines({ listings }: Inspection): readonly Line[] {
  if (isNotRead(listings)) return [caution`lists of DAOs ${listings}`];
  const quoted = (text: Inspected<string>): Inline => untrusted(text, { quoted: true });
  return listings.map(({ contract, known, name, blacklisted, entries }) =>
    line(
      phrase`${contractWords(contract)}${known && ", DAOstack's own"}${name !== undefined && phrase`: registered as ${quoted(name)}`}`,
      blacklisted === true && caution("blacklisted: indexers leave it out"),
      isNotRead(blacklisted) && line`blacklisted ${blacklisted}`,
      entries.map(({ event, by, block: number, time, text }) => {
        const who = by !== undefined && phrase`, by ${named(by)}`;
        return line`${event}${text !== undefined && phrase` ${quoted(text)}`} in block ${number} of ${{ time }}${who}`;
      }),
    ),
  );
}

/** What a proposal has not paid, and why redeeming it fails. */
export function unpaidLines(
  { unpaid }: Pick<ProposalDescription, "unpaid">,
  inspection: Inspection,
): Parts {
  const all = (parts: readonly UnpaidDescription[]) =>
    parts.map((part) => unpaidLine(part, inspection));
  return lineOf("not paid yet:", unpaid, (parts) => line("not paid yet:", all(parts)));
}

function unpaidLine(part: UnpaidDescription, inspection: Inspection): Line {
  const { of, token, account, amount: wei, due, periods, heldBy, refused } = part;
  const what =
    token === undefined
      ? amount(wei, unitOfDebt(of, undefined, inspection))
      : phrase`${wei} wei of the token ${named(token)}`;
  const who = account === undefined ? "the account that the rewarder names" : named(account);
  const left = periods !== undefined && ` in ${count(Number(periods), "period")}`;
  const now = due === wei ? "" : due === "0" ? ", none due now" : ", part due now";
  const where =
    heldBy !== undefined && phrase`, which the scheme ${{ address: heldBy }} already holds`;
  const fails =
    refused !== undefined && phrase`; redeeming fails now: ${{ sentence: refused, longest: 120 }}`;
  const tone = refused === undefined ? undefined : "caution";
  return remark(tone, phrase`${what} for ${who}${left}${now}${where}${fails}`);
}

/** A competition and the standing of its suggestions. */
export function competitionLines(
  { competition }: Pick<ProposalDescription, "competition">,
  now: number,
): Parts {
  return lineOf("competition", competition, (read) => {
    const { contract, rewardSplit, suggestions, admin } = read;
    const winners = rewardSplit.length === 1 ? "the winner" : "the winners";
    return line(
      phrase`competition ${{ address: contract }}: ${rewardSplit.join(", ")}% for ${winners}; ${phaseWords(read, now)}`,
      admin !== undefined && line`only ${named(admin)} may suggest`,
      firstLines(suggestions.map(suggestionLine), MOST_SUGGESTIONS, IN_JSON),
    );
  });
}

function suggestionLine(suggestion: SuggestionDescription): Line {
  const { id, description, beneficiary, votes, cast, place, redeemedPercent } = suggestion;
  return line`suggestion ${{ code: id }} ${untrusted(description, { quoted: true })} of
      ${named(beneficiary)}: ${amount(votes, OF_REPUTATION)} of ${count(cast.length, "vote")}${
        place !== undefined && `, place ${place}`
      }${redeemedPercent !== undefined && `, ${redeemedPercent}% of the rewards paid`}`;
}

function phaseWords(competition: CompetitionDescription, now: number): Inline {
  const { startTime, suggestionsEndTime, votingStartTime, endTime, redeemUntil } = competition;
  if (now < startTime) return phrase`begins at ${{ time: startTime }}`;
  const from = now < votingStartTime && phrase`from ${{ time: votingStartTime }} `;
  const phases: readonly Inline[] = [
    now < suggestionsEndTime && phrase`suggestions until ${{ time: suggestionsEndTime }}`,
    now < endTime && phrase`votes ${from}until ${{ time: endTime }}`,
  ].filter((phase) => phase !== false);
  if (phases.length > 0) return joined(phases);
  if (redeemUntil === undefined) return "over";
  return now < redeemUntil
    ? phrase`over, winners redeem until ${{ time: redeemUntil }}`
    : phrase`over; redeeming ended at ${{ time: redeemUntil }}`;
}
