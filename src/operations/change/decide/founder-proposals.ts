import { formatEther, formatUnits } from "ethers";

import { tokenDecimals } from "../../../engine/inspect/assets/token-decimals.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import type { HolderDescription, Inspection, Read } from "../../../engine/inspect/description.js";
import { parseDraft } from "../../simulate/drafts/draft.js";
import type { DecidedChange } from "./decide-change.js";
import type { NeededProposal } from "./proposal-order.js";

/**
 * Decides what the file's founders should still get, and what is taken from accounts that got too much. Rewards that an
 * account received and its current balance count, so that nothing is given twice.
 */
export function founderProposals({
  facts: { wanted },
  inspection,
}: Pick<DecidedChange, "facts" | "inspection">): readonly NeededProposal[] {
  const { founders, missingEvents, token, reputation: ofReputation } = inspection;
  if (isNotRead(founders) || missingEvents !== undefined) return [];
  const accounts = new Set([
    ...wanted.founders.map(({ address }) => address),
    ...founders.map(({ account }) => account),
  ]);
  return [...accounts].flatMap((account): NeededProposal | readonly [] => {
    const rewards = rewardsOf(inspection, account);
    const amounts = (kind: "tokens" | "reputation", holders: Holders): Amounts => ({
      should: wanted.founders.find(({ address }) => address === account)?.[kind] ?? 0n,
      got: BigInt(founders.find((each) => each.account === account)?.[kind] ?? 0),
      has: held(holders, account),
    });
    // Tokens cannot be taken away from an account.
    const tokens = missing(amounts("tokens", token.holders), rewards.tokens);
    const own = amounts("reputation", ofReputation.holders);
    const reputation = missing(own, rewards.reputation) || -excess(own, rewards.burnt);
    if (tokens === 0n && reputation === 0n) return [];
    const more = {
      tokens: formatUnits(tokens, tokenDecimals(token)),
      reputation: formatEther(reputation),
    };
    return {
      key: `reward/${account}`,
      draft: parseDraft({ kind: "reward", beneficiary: account, ...more }, "The reward"),
      why:
        reputation < 0n
          ? `${account} got more reputation when the DAO was made than the file says.`
          : `${account} got less when the DAO was made than the file says.`,
      stage: "assets",
    };
  });
}

type Holders = Read<readonly HolderDescription[]>;

/** Of tokens or reputation, in wei. */
interface Amounts {
  readonly should: bigint;
  /** When the DAO was made. */
  readonly got: bigint;
  readonly has: bigint;
}

function missing({ should, got, has }: Amounts, rewarded: bigint): bigint {
  const there = got + rewarded > has ? got + rewarded : has;
  return should > got && should > there ? should - there : 0n;
}

function excess({ should, got, has }: Amounts, burnt: bigint): bigint {
  const tooMuch = got - should - burnt;
  if (tooMuch <= 0n) return 0n;
  return tooMuch < has ? tooMuch : has;
}

/** What an account received through paid rewards, and what they took from it. */
function rewardsOf({ proposals }: Inspection, account: string) {
  const sum = { tokens: 0n, reputation: 0n, burnt: 0n };
  if (isNotRead(proposals)) return sum;
  for (const { requests, progress } of proposals) {
    if (isNotRead(requests)) continue;
    // What may have been paid counts as paid: the difference that remains is shown, and money is not paid twice.
    if (!isNotRead(progress) && progress.stage !== "done") continue;
    if (requests.kind !== "reward" || requests.beneficiary !== account) continue;
    const periods = BigInt(requests.periods);
    const reputation = BigInt(requests.reputation) * periods;
    sum.tokens += BigInt(requests.nativeTokens) * periods;
    if (reputation < 0n) sum.burnt -= reputation;
    else sum.reputation += reputation;
  }
  return sum;
}

function held(holders: Holders, account: string): bigint {
  if (isNotRead(holders)) return 0n;
  return BigInt(holders.find((holder) => holder.account === account)?.amount ?? "0");
}
