import type { Ballot, Standing } from "./ballot.js";
import { isBoosted, isOpen, type ProposalSide } from "./proposal-state.js";
import { missingVotes } from "./majority-and-boost.js";

/** Limit for rounds of voting and waiting. Each state takes one, and quiet endings a few. */
const MOST_ROUNDS = 20;

/** An account that can vote on a proposal. */
export interface Voter {
  readonly account: string;
  /** Reputation at the proposal's block, wei. */
  readonly reputation: bigint;
}

/** The order in which they vote: the fewest decide. */
export function largestFirst<V extends Pick<Voter, "reputation">>(voters: readonly V[]): V[] {
  return voters.toSorted(({ reputation: a }, { reputation: b }) => (a < b ? 1 : a > b ? -1 : 0));
}

/** How a proposal is voted on, on some chain. What returns text returns why it was refused, or why nothing is left to do. */
export interface BallotBox {
  readonly ballot: Pick<Ballot, "machine" | "isGenesis">;
  standing(): Promise<Standing>;
  /**
   * Accounts that can still vote, largest first.
   * @param until no more of them are needed than have more than this together, wei of reputation
   */
  votersLeft(until: bigint): Promise<readonly Voter[]>;
  /** Votes with all reputation of an account. */
  vote(voter: Voter): Promise<string | undefined>;
  /** What else can be done where votes alone do not decide: all that are left have this much reputation, wei. */
  withTooFewVotes(left: bigint, standing: Standing): Promise<string | undefined>;
  /** The time of the last block, UNIX seconds. */
  time(): Promise<number>;
  moveTo(time: number): Promise<void>;
  execute(): Promise<string | undefined>;
}

/**
 * Gets a proposal decided by the rules of its voting machine. In favour: with the fewest voters who decide at once;
 * otherwise, once it is boosted, with the fewest who win then. Against: by waiting, and with as few votes against it as
 * possible.
 * @returns how it stands, and why it was not decided, if it was not
 */
export async function collectVotes(
  box: BallotBox,
  side: ProposalSide,
): Promise<{ readonly standing: Standing; readonly obstacle?: string }> {
  let standing = await box.standing();
  let obstacle: string | undefined;
  for (let round = 0; isOpen(standing.recorded) && obstacle === undefined; round++) {
    obstacle = round < MOST_ROUNDS ? await advance(box, side, standing) : "it is never decided";
    standing = await box.standing();
  }
  return { standing, obstacle };
}

async function advance(
  box: BallotBox,
  side: ProposalSide,
  standing: Standing,
): Promise<string | undefined> {
  const { votes, now, bar } = standing;
  const { machine, isGenesis } = box.ballot;
  if (!isOpen(now)) return await box.execute();
  if (side === "for" || !isGenesis) {
    const missing = missingVotes(machine, side, bar, votes);
    const voters = await box.votersLeft(missing);
    const left = voters.reduce((sum, each) => sum + each.reputation, 0n);
    if (left > missing) return await voteUntil(box, voters, (after) => !isOpen(after.recorded));
    if (!isGenesis || now === "queued") return await box.withTooFewVotes(left, standing);
  }
  if (isBoosted(now)) {
    const wins = (after: Standing): boolean =>
      !isOpen(after.recorded) ||
      (side === "for"
        ? after.votes.for > after.votes.against
        : after.votes.against >= after.votes.for);
    if (!wins(standing)) {
      const behind = side === "for" ? votes.against - votes.for : votes.for - votes.against - 1n;
      return await voteUntil(box, await box.votersLeft(behind), wins);
    }
  }
  return await wait(box, standing);
}

async function voteUntil(
  box: BallotBox,
  voters: readonly Voter[],
  enough: (standing: Standing) => boolean,
): Promise<string | undefined> {
  let refusal: string | undefined;
  for (const voter of voters) {
    // In some releases, the deciding vote reverts if executing the proposal fails.
    refusal = (await box.vote(voter)) ?? refusal;
    if (enough(await box.standing())) return undefined;
  }
  return refusal ?? "those who have not voted have too little reputation";
}

async function wait(box: BallotBox, { deadline, now }: Standing): Promise<string | undefined> {
  if (deadline === undefined) return "it has no end time";
  if ((await box.time()) >= deadline) return await box.execute();
  await box.moveTo(deadline);
  // A pre-boosted proposal becomes boosted with the next transaction.
  return now === "preBoosted" ? await box.execute() : undefined;
}
