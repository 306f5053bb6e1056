import type { Threat, Threats } from "../../operations/simulate/threats/threat.js";
import {
  amount,
  block,
  blockIfAny,
  caution,
  count,
  danger,
  joined,
  line,
  named,
  paragraph,
  phrase,
} from "../document/document.js";
import type { Block, Inline, Line } from "../document/document.js";
import { knownToken, UNKNOWN_TOKEN, unitOf, type DaoTokens } from "./units.js";

/** The cheapest ways to take what a DAO owns, each carried out on a fork. */
export function threatsBlock({ found, safe, notTried }: Threats, dao: DaoTokens): Block {
  return block(
    "Who could take what this DAO owns: each was carried out on a fork",
    found.length === 0 && paragraph("No way was found."),
    found.map((each) => threatLine(each, dao)),
    blockIfAny(
      "Tried, and nothing could be taken",
      safe.map((each) => line({ sentence: each })),
    ),
    blockIfAny(
      "Not tried",
      notTried.map((each) => line({ sentence: each })),
    ),
  );
}

function threatLine(
  { through, what, price, taken, stoppableUntil, steps }: Threat,
  dao: DaoTokens,
): Line {
  const { voters, stake, seconds } = price;
  const of = ({ token, amount: wei }: { readonly token: string; readonly amount: string }) => {
    const unit = unitOf(knownToken(token, dao) ?? UNKNOWN_TOKEN);
    return phrase`${amount(wei, unit)} (${{ address: token }})`;
  };
  const who = voters.map(({ account, share }) => phrase`${named(account)} (${share}%)`);
  const staked = stake && phrase`a stake of ${of(stake)}`;
  const needs: Inline = joined([
    voters.length === 0 ? "no votes" : phrase`the votes of ${joined(who)}`,
    staked,
    phrase`${{ duration: seconds }}`,
  ]);
  const tokens = taken.tokens.map((each) => of({ ...each, token: each.address }));
  const got = joined([
    taken.ether !== "0" && phrase`${amount(taken.ether)} ether`,
    ...tokens,
    taken.reputation !== "0.00" && phrase`${{ share: taken.reputation }} of the reputation`,
  ]);
  const mark = voters.length === 0 ? danger : caution;
  return mark(
    phrase`through ${named(through.address)}: ${what}`,
    line`needs ${needs}`,
    line`got ${got}`,
    stoppableUntil === undefined
      ? line("nothing stops it once it is sent")
      : line`it can be voted down until ${{ time: stoppableUntil }}, if it began at the block that was read`,
    line`${count(steps.length, "transaction")}, listed by --json`,
  );
}
