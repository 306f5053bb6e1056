import { largestFirst, type Voter } from "../../../engine/governance/collect-votes.js";
import type { Inspection, ProposalDescription } from "../../../engine/inspect/description.js";
import { attempt, ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { abiAs } from "../../../engine/inspect/reading/identify.js";
import { Contract } from "../../../engine/inspect/reading/contract.js";
import type { ForkedChain } from "../chain/forked-chain.js";

/** Gives up after reading the balances of this many accounts. */
const MOST_LOOKED_AT = 200;

/** An account that has tokens to stake. */
export interface Staker {
  readonly account: string;
  /** Wei of the staking token. */
  readonly tokens: bigint;
}

/**
 * Accounts that can still vote, largest first: those that have not voted, with the reputation that they had at the
 * proposal's block. Who has lost all of it since can still vote.
 */
export async function readVoters(
  chain: ForkedChain,
  { reputation: { contract, holders, formerHolders = [] } }: Pick<Inspection, "reputation">,
  { block, votes }: Pick<ProposalDescription, "block" | "votes">,
): Promise<readonly Voter[]> {
  const voted = new Set(ifRead(votes)?.cast.map(({ voter }) => voter));
  const { address } = contract;
  const reputation = new Contract(await chain.reader(), address, abiAs(contract, "Reputation"));
  // A proposal of the fork has its own block. Who had the same at the fork block is asked about that one, once for all.
  const origin = Math.min(block, Number(chain.origin.number));
  const former = formerHolders.map((account) => ({ account, amount: "0" }));
  const weights = await Promise.all(
    [...(ifRead(holders) ?? []), ...former]
      .filter(({ account }) => !voted.has(account))
      .map(async ({ account, amount }): Promise<Voter> => {
        const had = reputation.has("balanceOfAt")
          ? await reputation.value(
              "balanceOfAt",
              account,
              chain.mayHaveMoved(address, account) ? block : origin,
            )
          : BigInt(amount);
        return { account, reputation: had as bigint };
      }),
  );
  return largestFirst(weights.filter((each) => each.reputation > 0n));
}

/**
 * Accounts that can stake the wanted amount together. Candidates staked on the DAO's proposals before or hold its
 * reputation or token, and own some of the staking token. Largest first, and no more of them than needed.
 * @param wanted wei of the staking token
 * @returns undefined if they do not have enough
 */
export async function findStakers(
  chain: ForkedChain,
  { reputation, token, proposals }: Inspection,
  stakingToken: string,
  wanted: bigint,
): Promise<readonly Staker[] | undefined> {
  const placed = (ifRead(proposals) ?? []).flatMap(({ stakes }) => ifRead(stakes)?.placed ?? []);
  const holders = [token, reputation].flatMap((each) => ifRead(each.holders) ?? []);
  const known = [...placed.map(({ staker }) => staker), ...holders.map(({ account }) => account)];
  const accounts = [...new Set(known)].slice(0, MOST_LOOKED_AT);
  const found: Staker[] = [];
  let sum = 0n;
  const staking = chain.token(stakingToken);
  for (const account of accounts) {
    const tokens = await attempt(async () => (await staking.value("balanceOf", account)) as bigint);
    if (isNotRead(tokens)) return undefined;
    if (tokens === 0n) continue;
    found.push({ account, tokens });
    sum += tokens;
    if (sum >= wanted) break;
  }
  if (sum < wanted) return undefined;
  return found.sort((a, b) => (a.tokens < b.tokens ? 1 : -1));
}
