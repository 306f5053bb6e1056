import { formatEther, formatUnits } from "ethers";

import { tokenDecimals } from "../../inspect/assets/token-decimals.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import type { HolderDescription, Inspection, Read } from "../../inspect/description.js";
import type { DecidedChange } from "./decide-change.js";
import type { NeededProposal } from "./proposal-order.js";

/** In wei. */
interface Amounts {
  readonly tokens: bigint;
  readonly reputation: bigint;
}

const NOTHING: Amounts = { tokens: 0n, reputation: 0n };

/**
 * Decides what the file's founders should still get, and what is taken from accounts that got too much. Rewards that an
 * account received and its current balance count, so that nothing is given twice.
 */
export function founderProposals({
  facts,
  inspection,
}: Pick<DecidedChange, "facts" | "inspection">): readonly NeededProposal[] {
  const { wanted } = facts;
  const { founders, missingEvents } = inspection;
  if (isNotRead(founders) || missingEvents !== undefined) return [];
  const accounts = new Set([
    ...wanted.founders.map(({ address }) => address),
    ...founders.map(({ account }) => account),
  ]);
  const decimals = tokenDecimals(inspection.token);
  return [...accounts].flatMap((account): readonly NeededProposal[] => {
    const should = wanted.founders.find(({ address }) => address === account) ?? NOTHING;
    const founder = founders.find((each) => each.account === account);
    const got = {
      tokens: BigInt(founder?.tokens ?? 0),
      reputation: BigInt(founder?.reputation ?? 0),
    };
    const rewards = rewardsOf(inspection, account);
    const has = {
      tokens: held(inspection.token.holders, account),
      reputation: held(inspection.reputation.holders, account),
    };
    // Tokens cannot be taken away from an account.
    const tokens = missing(should.tokens, got.tokens, rewards.tokens, has.tokens);
    const more = missing(should.reputation, got.reputation, rewards.reputation, has.reputation);
    const reputation =
      more > 0n ? more : -excess(should.reputation, got.reputation, rewards.burnt, has.reputation);
    if (tokens === 0n && reputation === 0n) return [];
    return [
      {
        key: `reward/${account}`,
        draft: {
          kind: "reward",
          beneficiary: account,
          ether: "0",
          tokens: formatUnits(tokens, decimals),
          reputation: formatEther(reputation),
          externalTokens: "0",
          periods: 1,
          periodLength: 1,
        },
        why:
          reputation < 0n
            ? `${account} got more reputation when the DAO was made than the file says.`
            : `${account} got less when the DAO was made than the file says.`,
        stage: "assets",
      },
    ];
  });
}

function missing(should: bigint, got: bigint, rewarded: bigint, has: bigint): bigint {
  const there = got + rewarded > has ? got + rewarded : has;
  return should > got && should > there ? should - there : 0n;
}

function excess(should: bigint, got: bigint, burnt: bigint, has: bigint): bigint {
  const tooMuch = got - should - burnt;
  if (tooMuch <= 0n) return 0n;
  return tooMuch < has ? tooMuch : has;
}

/** What an account received through paid rewards, and what they took from it. */
function rewardsOf(
  { proposals }: Inspection,
  account: string,
): Amounts & { readonly burnt: bigint } {
  const sum = { tokens: 0n, reputation: 0n, burnt: 0n };
  if (isNotRead(proposals)) return sum;
  for (const { requests, progress } of proposals) {
    if (isNotRead(requests)) continue;
    // What may have been paid counts as paid: the difference that remains is shown, and money is not paid twice.
    if (!isNotRead(progress) && progress.stage !== "done") continue;
    if (requests.kind !== "reward" || requests.beneficiary !== account) continue;
    const [tokens, reputation] = [requests.nativeTokens, requests.reputation].map(
      (each) => BigInt(each) * BigInt(requests.periods),
    ) as [bigint, bigint];
    sum.tokens += tokens;
    if (reputation < 0n) sum.burnt -= reputation;
    else sum.reputation += reputation;
  }
  return sum;
}

function held(holders: Read<readonly HolderDescription[]>, account: string): bigint {
  if (isNotRead(holders)) return 0n;
  return BigInt(holders.find((holder) => holder.account === account)?.amount ?? "0");
}
