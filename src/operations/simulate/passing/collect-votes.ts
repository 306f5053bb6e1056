import { formatEther } from "ethers";

import { ERC20 } from "../../../foundation/chain/erc20.js";
import { missingVotes } from "../../../engine/governance/majority.js";
import { isBoosted, isOpen } from "../../../engine/governance/proposal-state.js";
import type {
  Inspection,
  ProposalState,
  ProposalSide,
} from "../../../engine/inspect/description.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import { failureOf, type TriedTransaction } from "../chain/send-and-trace.js";
import type { SimulatedTransaction } from "../simulation.js";
import type { BallotOnFork, Standing } from "./ballot-on-fork.js";
import { findStakers, type Staker, type Voter } from "./voters-and-stakers.js";

/** Limit for rounds of voting and waiting. Each state takes one, and quiet endings a few. */
const MOST_ROUNDS = 20;

/** A transaction of a simulation and its purpose. */
export interface Act {
  readonly stage: SimulatedTransaction["stage"];
  /** What is redeemed (reputation, native tokens, ether or external tokens), or for which account. */
  readonly part?: string;
  readonly tried: TriedTransaction;
}

/** How a proposal was decided, or why it was not. */
export interface Decided {
  readonly state: ProposalState;
  readonly decision?: ProposalSide;
  /** Who voted on the fork, and with how much reputation. */
  readonly votes: readonly Voter[];
  readonly stakes: readonly Staker[];
  readonly acts: readonly Act[];
  /** Why it was not decided, as a sentence; absent if it was. */
  readonly obstacle?: string;
}

interface Deciding {
  readonly chain: ForkedChain;
  readonly inspection: Inspection;
  readonly ballot: BallotOnFork;
  /** Accounts that have not voted, largest first. */
  readonly voters: readonly Voter[];
}

/**
 * Gets a proposal decided by the rules of its voting machine. In favour: with the fewest voters who decide at once;
 * otherwise with stakes that boost it and the fewest voters who win then. Against: by waiting, and with as few votes
 * against it as possible.
 */
export async function collectVotes(deciding: Deciding, side: ProposalSide): Promise<Decided> {
  return await new Decision(deciding, side).run();
}

class Decision {
  readonly #side: ProposalSide;
  readonly #on: Deciding;
  readonly #left: Voter[];
  readonly #votes: Voter[] = [];
  readonly #stakes: Staker[] = [];
  readonly #acts: Act[] = [];

  constructor(deciding: Deciding, side: ProposalSide) {
    this.#on = deciding;
    this.#side = side;
    this.#left = [...deciding.voters];
  }

  async run(): Promise<Decided> {
    const { ballot } = this.#on;
    let standing = await ballot.standing();
    let obstacle: string | undefined;
    for (let round = 0; isOpen(standing.recorded); round++) {
      obstacle = round < MOST_ROUNDS ? await this.#advance(standing) : "it is never decided";
      standing = await ballot.standing();
      if (obstacle !== undefined) break;
    }
    return {
      state: standing.recorded,
      decision: standing.decision,
      votes: this.#votes,
      stakes: this.#stakes,
      acts: this.#acts,
      obstacle,
    };
  }

  /** @returns why it cannot go on */
  async #advance(standing: Standing): Promise<string | undefined> {
    const { ballot } = this.#on;
    if (!isOpen(standing.now)) return await this.#execute();
    const { votes, now, bar } = standing;
    const { machine, isGenesis } = ballot;
    if (this.#side === "for" || !isGenesis) {
      const left = this.#left.reduce((sum, each) => sum + each.reputation, 0n);
      if (left > missingVotes(machine, this.#side, bar, votes)) {
        return await this.#voteUntil((after) => !isOpen(after.recorded));
      }
      if (!isGenesis) {
        return `those who have not voted have too little reputation: with them, ${formatEther(left + votes[this.#side])} could vote ${this.#side} it, but deciding takes more than ${formatEther(bar)}`;
      }
    }
    if (now === "queued" && this.#side === "for") return await this.#boost();
    if (isBoosted(now)) {
      const wins = (after: Standing): boolean =>
        !isOpen(after.recorded) ||
        (this.#side === "for"
          ? after.votes.for > after.votes.against
          : after.votes.against >= after.votes.for);
      if (!wins(standing)) return await this.#voteUntil(wins);
    }
    return await this.#wait(standing);
  }

  async #voteUntil(enough: (standing: Standing) => boolean): Promise<string | undefined> {
    const { ballot } = this.#on;
    let refusal: string | undefined;
    for (;;) {
      const voter = this.#left.shift();
      if (voter === undefined) {
        return refusal ?? "those who have not voted have too little reputation";
      }
      const tried = await ballot.vote(voter.account, this.#side);
      this.#acts.push({ stage: "vote", tried });
      if (tried.success) this.#votes.push(voter);
      // In some releases, the deciding vote reverts if executing the proposal fails.
      else {
        refusal = `the vote of ${voter.account} reverts: ${failureOf(tried) ?? "no reason given"}`;
      }
      if (enough(await ballot.standing())) return undefined;
    }
  }

  /** Stakes the missing amount, with tokens that accounts really have. */
  async #boost(): Promise<string | undefined> {
    const { ballot, chain, inspection } = this.#on;
    const token = await ballot.stakingToken();
    const missing = await ballot.boostingStake();
    const stakers = await findStakers(chain, inspection, token, missing);
    if (stakers === undefined) {
      return (
        "votes alone do not reach the majority, and no account known to this DAO has the " +
        `${missing} wei of the staking token ${token} that would boost it`
      );
    }
    let left = missing;
    for (const { account, tokens } of stakers) {
      const amount = tokens < left ? tokens : left;
      const approve = { functionName: "approve", args: [ballot.address, amount] };
      const approval = await chain.call(account, { address: token, abi: ERC20 }, approve);
      this.#acts.push({ stage: "stake", tried: approval });
      const tried = await ballot.stake(account, amount);
      this.#acts.push({ stage: "stake", tried });
      if (!tried.success) return `the voting machine does not accept the stake of ${account}`;
      this.#stakes.push({ account, tokens: amount });
      left -= amount;
      if (left === 0n) break;
    }
    const after = await ballot.standing();
    return after.recorded === "queued" && after.now === "queued"
      ? "it stays in the queue, however much is staked"
      : undefined;
  }

  async #wait({ deadline, now }: Standing): Promise<string | undefined> {
    const { chain } = this.#on;
    if (deadline === undefined) return "it has no end time";
    if (chain.time >= deadline) return await this.#execute();
    await chain.moveTo(deadline);
    // A pre-boosted proposal becomes boosted with the next transaction.
    return now === "preBoosted" ? await this.#execute() : undefined;
  }

  async #execute(): Promise<string | undefined> {
    const tried = await this.#on.ballot.execute();
    this.#acts.push({ stage: "execute", tried });
    return tried.success ? undefined : "the voting machine's execute reverts";
  }
}
