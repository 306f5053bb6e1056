import type {
  CompetitionDescription,
  DebtDescription,
  Inspection,
  MintableDescription,
  ProposalDescription,
  Read,
  UnpaidDescription,
} from "../inspect/description.js";
import { oneLine } from "../support/printable.js";
import { amountText, isNotRead, notReadText, timeText } from "./inspection-words.js";

const DECIMALS = 18;
/** The most suggestions of a competition to list. */
const MOST_SUGGESTIONS = 20;

/** What proposals that passed have not paid yet, compared with the avatar's balance. */
export function debtLines({ owes, token }: Inspection): readonly string[] {
  if (isNotRead(owes)) return [`Owes ${notReadText(owes)}`];
  const { debts, unknown } = owes;
  if (debts.length === 0 && unknown.length === 0) return [];
  return [
    "Promised by proposals that passed, and not redeemed yet",
    ...debts.map((debt) => debtText(debt, token)),
    ...unknown.map(
      ({ proposal, why }) => `  ! what the proposal ${proposal} owes ${notReadText(why)}`,
    ),
  ];
}

function debtText(debt: DebtDescription, own: Inspection["token"]): string {
  const { of, token, amount, due, has, missing, proposals } = debt;
  const decimals = {
    ether: DECIMALS,
    reputation: DECIMALS,
    "own token": isNotRead(own.decimals) ? 0 : own.decimals,
    token: token === undefined || isNotRead(token.decimals) ? 0 : token.decimals,
  }[of];
  const unit =
    token === undefined
      ? of === "own token"
        ? ownUnit(own)
        : of
      : `${isNotRead(token.decimals) ? "wei of the token" : isNotRead(token.symbol) ? "of the token" : oneLine(token.symbol, 20)} ${token.address}`;
  const later = due === amount ? "" : `, ${amountText(due, decimals)} of it due now`;
  const count = `${proposals.length} ${proposals.length === 1 ? "proposal" : "proposals"}`;
  const treasury =
    has === undefined
      ? ", minted when redeemed"
      : missing === undefined
        ? `; the treasury has ${amountText(has, decimals)}`
        : `; the treasury has ${amountText(has, decimals)}, ${amountText(missing, decimals)} too little`;
  return `  ${missing === undefined ? "" : "! "}${amountText(amount, decimals)} ${unit} by ${count}${later}${treasury}`;
}

/** The unit of amounts of the DAO's token: in wei if its decimals are unknown. */
function ownUnit({ symbol, decimals }: Inspection["token"]): string {
  const name = isNotRead(symbol) ? "own token" : oneLine(symbol, 20);
  return isNotRead(decimals) ? `wei of ${name}` : name;
}

/** Reputation that can be minted without a vote. */
export function mintableLines({ mintable, schemes, block }: Inspection): readonly string[] {
  if (isNotRead(mintable)) return [`Reputation without a vote ${notReadText(mintable)}`];
  if (mintable.length === 0) return [];
  const nameOf = (address: string): string =>
    schemes.find(({ contract }) => contract.address === address)?.contract.name ?? "scheme";
  return [
    "Reputation that can still be minted without a vote",
    ...mintable.flatMap((each) => [
      `  ${each.atMost === undefined ? "! without limit" : `at most ${amountText(each.atMost, DECIMALS)}`} by ` +
        `${nameOf(each.scheme)} ${each.scheme}; redeemed so far: ${amountText(each.claimed, DECIMALS)}`,
      `    for ${oneLine(each.to)}${timesText(each, block.timestamp)}`,
    ]),
  ];
}

function timesText({ from, joinUntil, until }: MintableDescription, now: number): string {
  const time = (what: string, value: Read<number> | undefined): string => {
    if (value === undefined) return "";
    if (isNotRead(value)) return `; ${what} ${notReadText(value)}`;
    return `; ${what} ${timeText(value)}${value < now ? " (over)" : ""}`;
  };
  const begins = from !== undefined && !isNotRead(from) && from < now ? undefined : from;
  return (
    time("joining until", joinUntil) + time("minted from", begins) + time("minted until", until)
  );
}

/** Lists of DAOs that contain this one. */
export function listingLines({ listings }: Inspection): readonly string[] {
  if (isNotRead(listings)) return [`Lists of DAOs ${notReadText(listings)}`];
  if (listings.length === 0) return [];
  return [
    "In lists of DAOs",
    ...listings.flatMap(({ contract, known, name, blacklisted, entries }) => [
      `  ${contract.name ?? "a list of unknown code"} ${contract.address}${known ? ", DAOstack's own" : ""}` +
        (name === undefined ? "" : `: registered as ${quoted(name)}`),
      ...(blacklisted === true ? ["    ! blacklisted: indexers leave it out"] : []),
      ...(isNotRead(blacklisted) ? [`    blacklisted ${notReadText(blacklisted)}`] : []),
      ...entries.map(
        ({ event, by, block, time, text }) =>
          `    ${event}${text === undefined ? "" : ` ${quoted(text)}`} in block ${block} of ${timeText(time)}` +
          (by === undefined ? "" : `, by ${isNotRead(by) ? notReadText(by) : by}`),
      ),
    ]),
  ];
}

function quoted(text: Read<string>): string {
  return isNotRead(text) ? notReadText(text) : `"${oneLine(text, 80)}"`;
}

/** What a proposal has not paid, and why redeeming it fails. */
export function unpaidLines(
  { unpaid }: ProposalDescription,
  own: { readonly token: string; readonly tokenDecimals: number },
): readonly string[] {
  if (unpaid === undefined) return [];
  if (isNotRead(unpaid)) return [`  not paid yet: ${notReadText(unpaid)}`];
  return ["  not paid yet:", ...unpaid.map((part) => unpaidText(part, own))];
}

function unpaidText(
  part: UnpaidDescription,
  own: { readonly token: string; readonly tokenDecimals: number },
): string {
  const { of, token, account, amount, due, periods, heldBy, refused } = part;
  const value =
    token !== undefined
      ? `${amount} wei of the token ${token}`
      : of === "own token"
        ? `${amountText(amount, own.tokenDecimals)} ${own.token}`
        : `${amountText(amount, DECIMALS)} ${of}`;
  const left =
    periods === undefined ? "" : ` in ${periods} ${periods === "1" ? "period" : "periods"}`;
  const now = due === amount ? "" : due === "0" ? ", none due now" : ", part due now";
  const where = heldBy === undefined ? "" : `, which the scheme ${heldBy} already holds`;
  const who = account === undefined ? "the account that the rewarder names" : account;
  return (
    `    ${refused === undefined ? "" : "! "}${value} for ${who}${left}${now}${where}` +
    (refused === undefined ? "" : `; redeeming fails now: ${oneLine(refused, 120)}`)
  );
}

/** A competition and the standing of its suggestions. */
export function competitionLines(
  { competition }: ProposalDescription,
  now: number,
): readonly string[] {
  if (competition === undefined) return [];
  if (isNotRead(competition)) return [`  competition ${notReadText(competition)}`];
  const { rewardSplit, suggestions, admin } = competition;
  const rest = suggestions.length - MOST_SUGGESTIONS;
  return [
    `  competition ${competition.contract}: ${rewardSplit.join(", ")}% for ${rewardSplit.length === 1 ? "the winner" : "the winners"}; ${phaseText(competition, now)}`,
    ...(admin === undefined ? [] : [`    only ${admin} may suggest`]),
    ...suggestions.slice(0, MOST_SUGGESTIONS).map((each) => {
      const place = each.place === undefined ? "" : `, place ${each.place}`;
      const paid =
        each.redeemedPercent === undefined ? "" : `, ${each.redeemedPercent}% of the rewards paid`;
      return (
        `    suggestion ${each.id} "${oneLine(each.description, 80)}" of ${each.beneficiary}: ` +
        `${amountText(each.votes, DECIMALS)} of ${each.cast.length} ${each.cast.length === 1 ? "vote" : "votes"}${place}${paid}`
      );
    }),
    ...(rest > 0 ? [`    and ${rest} more (--json has them all)`] : []),
  ];
}

function phaseText(competition: CompetitionDescription, now: number): string {
  const { startTime, suggestionsEndTime, votingStartTime, endTime, redeemUntil } = competition;
  if (now < startTime) return `begins at ${timeText(startTime)}`;
  const phases = [
    ...(now < suggestionsEndTime ? [`suggestions until ${timeText(suggestionsEndTime)}`] : []),
    ...(now < endTime
      ? [
          now < votingStartTime
            ? `votes from ${timeText(votingStartTime)} until ${timeText(endTime)}`
            : `votes until ${timeText(endTime)}`,
        ]
      : []),
  ];
  if (phases.length > 0) return phases.join(", ");
  if (redeemUntil === undefined) return "over";
  return now < redeemUntil
    ? `over, winners redeem until ${timeText(redeemUntil)}`
    : `over; redeeming ended at ${timeText(redeemUntil)}`;
}
