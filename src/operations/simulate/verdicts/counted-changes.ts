import { formatEther } from "ethers";

import { neededVotes } from "../../../engine/inspect/control/by-votes.js";
import { powersOf } from "../../../engine/inspect/control/powers.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { percentOf } from "../../../engine/inspect/reading/percent.js";
import type { Counted } from "../tracing/counted.js";
import type { Consequences } from "./consequences.js";
import { firstOf, MUCH_POWER, nameOf } from "./warnings.js";
import { gain, notKnown, type PowerChange } from "./power-words.js";

/** Who can get reputation, or boost proposals, by what the proposal gave. */
export function countedChanges(
  { counted = [] }: Consequences,
  after: Inspection,
): readonly PowerChange[] {
  return counted.flatMap((each): PowerChange | readonly [] => {
    if (each.isUnclear) return unclear(each);
    const { gains } = each;
    const share = shareOf(each, after);
    if (isLittle(each, after)) return [];
    const who = gains.map(({ account }) => account);
    const isStake = each.gives === "stake";
    return gain(who, isStake ? "stakes-given" : "reputation-given", {
      what: `${firstOf(who)} ${WORDS[each.gives](each, share)}.`,
      why: isStake
        ? "Staked tokens boost proposals, and a boosted proposal passes with few votes."
        : "Anyone with enough of the reputation decides everything that the DAO's schemes can do. This needs no further vote.",
      check: `Who these accounts belong to, and what \`dao-migrate inspect\` says of ${nameOf(each.by)}.`,
    });
  });
}

function isLittle(counted: Counted, after: Inspection): boolean {
  const share = shareOf(counted, after);
  return share !== undefined && share < MUCH_POWER && !passesBar(counted, after);
}

/** Gifts of reputation that are too little each: what they are together, and whether those who get it decide by it. */
export function littleGifts(
  { counted = [] }: Consequences,
  after: Inspection,
): { readonly who: readonly string[]; readonly reputation: bigint; readonly passes: boolean } {
  const little = counted.filter(
    (each) => each.gives === "redeem" && !each.isUnclear && isLittle(each, after),
  );
  const gains = little.flatMap((each) => each.gains);
  const reputation = little.reduce((sum, each) => sum + BigInt(ifRead(each.reputation) ?? 0), 0n);
  return {
    who: gains.map(({ account }) => account),
    reputation,
    passes: little.length > 1 && passesBar({ gains, reputation }, after),
  };
}

const WORDS: Readonly<Record<Counted["gives"], (of: Counted, share?: number) => string>> = {
  redeem: ({ by, what, reputation }, share) => {
    const much =
      reputation === undefined || isNotRead(reputation)
        ? "more reputation, how much is not known,"
        : `${formatEther(reputation)} more reputation`;
    const by_ =
      what.address === by.address ? "" : `, which counts what accounts have of ${nameOf(what)}`;
    return `can redeem ${much} from ${nameOf(by)}${by_}${share === undefined ? "" : `: ${share.toFixed(2)}% of all then`}`;
  },
  share: ({ by, what, gains }, share) =>
    `${get(gains, share)} of ${nameOf(what)}, by which ${nameOf(by)} mints reputation`,
  stake: ({ by, what, gains }, share) =>
    `${get(gains, share)} of ${nameOf(what)}, which is staked to boost proposals in ${nameOf(by)}`,
};

function get(gains: Counted["gains"], share?: number): string {
  const verb = gains.length === 1 ? "gets" : "get";
  return `${verb} ${share === undefined ? "a share that is not known" : `${share.toFixed(2)}%`}`;
}

function unclear({ by, what, gives }: Counted): PowerChange {
  return notKnown([by.address], {
    what: `${nameOf(what)} changes, and ${nameOf(by)} counts what accounts have of it. Who has more than before is not known.`,
    why:
      gives === "stake"
        ? "It is staked to boost proposals."
        : "Reputation is minted by it, without a further vote.",
    check: `Its sources: \`dao-migrate verify ${what.address}\`, and what the changed values mean.`,
  });
}

/** The share of all reputation or tokens that is theirs by this, in percent; undefined if that is not known. */
function shareOf(
  { gives, gains, supply, reputation }: Pick<Counted, "gives" | "gains" | "supply" | "reputation">,
  after: Inspection,
): number | undefined {
  if (gives === "redeem") {
    const all = ifRead(after.reputation.totalSupply);
    const more = ifRead(reputation);
    return all === undefined || more === undefined
      ? undefined
      : Number(percentOf(more, BigInt(all) + more));
  }
  const all = ifRead(supply);
  const more = gains.reduce((sum, each) => sum + each.after - each.before, 0n);
  return all === undefined ? undefined : Number(percentOf(more, all));
}

/** Whether those who gain can decide by it together, and could not before. */
function passesBar(
  { gains, reputation }: Pick<Counted, "gains" | "reputation">,
  after: Inspection,
): boolean {
  const { holders, totalSupply } = after.reputation;
  const [supply, more = 0n] = [BigInt(ifRead(totalSupply) ?? 0), ifRead(reputation)];
  const has = (ifRead(holders) ?? [])
    .filter(({ account }) => gains.some((each) => each.account === account))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return powersOf(after).some(({ decider }) => {
    if (decider.kind !== "votes") return false;
    const { rules } = decider;
    return has <= neededVotes(rules, supply) && has + more > neededVotes(rules, supply + more);
  });
}
