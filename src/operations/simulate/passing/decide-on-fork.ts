import { formatEther } from "ethers";

import { ERC20 } from "../../../foundation/chain/erc20.js";
import { collectVotes, type Voter } from "../../../engine/governance/collect-votes.js";
import type { Inspection, ProposalSide } from "../../../engine/inspect/description.js";
import type { ForkedChain } from "../chain/forked-chain.js";
import { failureOf, type TriedTransaction } from "../chain/send-and-trace.js";
import type { SimulatedFuture, SimulatedTransaction } from "../simulation.js";
import type { BallotOnFork } from "./ballot-on-fork.js";
import { findStakers, type Staker } from "./voters-and-stakers.js";

/** A transaction of a simulation and its purpose. */
export interface Act {
  readonly stage: SimulatedTransaction["stage"];
  /** What is redeemed (reputation, native tokens, ether or external tokens), or for which account. */
  readonly part?: string;
  readonly tried: TriedTransaction;
}

/** How a proposal was decided, or why it was not. */
export interface Decided extends Pick<SimulatedFuture, "state" | "decision"> {
  /** Who voted on the fork, and with how much reputation. */
  readonly votes: readonly Voter[];
  readonly stakes: readonly Staker[];
  readonly acts: readonly Act[];
  /** Why it was not decided, as a sentence; absent if it was. */
  readonly obstacle?: string;
}

/** The most votes whose slots are requested together. */
const MOST_AHEAD = 32;

interface Deciding {
  readonly chain: ForkedChain;
  readonly inspection: Inspection;
  readonly ballot: BallotOnFork;
  /** Accounts that have not voted, largest first. */
  readonly voters: readonly Voter[];
}

/**
 * Gets a proposal decided on a fork; see `collectVotes`. In favour, accounts also stake what boosts it, if votes alone
 * do not decide.
 */
export async function decideOnFork(deciding: Deciding, side: ProposalSide): Promise<Decided> {
  const { ballot, chain } = deciding;
  let left = deciding.voters;
  const votes: Voter[] = [];
  const stakes: Staker[] = [];
  const acts: Act[] = [];
  const ready = new Set<Voter>();
  const { standing, obstacle } = await collectVotes(
    {
      ballot,
      standing: async () => await ballot.standing(),
      votersLeft: () => Promise.resolve(left),
      async vote(voter) {
        if (!ready.has(voter)) {
          // Twice as many each time, as few may be enough.
          const next = left.slice(0, Math.min(ready.size + 1, MOST_AHEAD));
          for (const each of next) ready.add(each);
          await ballot.readAhead(
            next.map(({ account }) => account),
            side,
          );
        }
        left = left.filter((each) => each !== voter);
        const tried = await ballot.vote(voter.account, side);
        acts.push({ stage: "vote", tried });
        if (!tried.success)
          return `the vote of ${voter.account} reverts: ${failureOf(tried) ?? "no reason given"}`;
        votes.push(voter);
        return undefined;
      },
      async withTooFewVotes(least, now) {
        if (ballot.isGenesis) return await boost(deciding, stakes, acts);
        return `those who have not voted have too little reputation: with them, ${formatEther(least + now.votes[side])} could vote ${side} it, but deciding takes more than ${formatEther(now.bar)}`;
      },
      time: () => Promise.resolve(chain.time),
      moveTo: async (time) => await chain.moveTo(time),
      async execute() {
        const tried = await ballot.execute();
        acts.push({ stage: "execute", tried });
        return tried.success ? undefined : "the voting machine's execute reverts";
      },
    },
    side,
  );
  return { state: standing.recorded, decision: standing.decision, votes, stakes, acts, obstacle };
}

/** Stakes the missing amount, with tokens that accounts really have. */
async function boost(
  { ballot, chain, inspection }: Deciding,
  stakes: Staker[],
  acts: Act[],
): Promise<string | undefined> {
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
    const approve = { functionName: "approve", args: [ballot.contract.address, amount] };
    const approval = await chain.call(account, { address: token, abi: ERC20 }, approve);
    acts.push({ stage: "stake", tried: approval });
    const tried = await ballot.stake(account, amount);
    acts.push({ stage: "stake", tried });
    if (!tried.success) return `the voting machine does not accept the stake of ${account}`;
    stakes.push({ account, tokens: amount });
    left -= amount;
    if (left === 0n) break;
  }
  const after = await ballot.standing();
  return after.recorded === "queued" && after.now === "queued"
    ? "it stays in the queue, however much is staked"
    : undefined;
}
