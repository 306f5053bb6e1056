import { externalTokenOf, REWARD_PARTS } from "../../governance/redeem-and-execute.js";
import type { ProposalRequest, UnpaidDescription } from "../description.js";
import { CallRefused } from "../../../foundation/chain/call-refused.js";
import type { Contract } from "../reading/contract.js";

export type Reward = Extract<ProposalRequest, { readonly kind: "reward" }>;

/**
 * Reads what a passed reward proposal has not paid yet, and simulates on the node whether redeeming it would work now.
 * @throws Error if the scheme stores it in an unknown way
 */
export async function readUnpaid(
  scheme: Contract,
  id: string,
  avatar: string,
  reward: Reward,
): Promise<readonly UnpaidDescription[]> {
  if (scheme.has("organizationProposals")) return await readUnpaidOnce(scheme, id);
  const { externalToken, periods: all } = reward;
  const found = await Promise.all(
    REWARD_PARTS.map(async ({ part, of, paidAs }, kind): Promise<UnpaidDescription[]> => {
      const each = of === "token" && externalToken === undefined ? 0n : BigInt(reward[part]);
      if (each === 0n) return [];
      const redeemed = (await scheme.value("getRedeemedPeriods", id, avatar, kind)) as bigint;
      const left = BigInt(all) - redeemed;
      if (left <= 0n) return [];
      const due = each * ((await scheme.value("getPeriodsToPay", id, avatar, kind)) as bigint);
      const refused = due === 0n ? undefined : await tryRedeem(scheme, paidAs, due, [id, avatar]);
      return [
        {
          of,
          token: of === "token" ? externalToken : undefined,
          account: reward.beneficiary,
          amount: String(left * each),
          due: String(due),
          periods: all === "1" ? undefined : String(left),
          refused,
        },
      ];
    }),
  );
  return found.flat();
}

/** ContributionRewardExt resets to zero what it has paid, and stores what a rewarder still has to distribute. */
async function readUnpaidOnce(scheme: Contract, id: string): Promise<readonly UnpaidDescription[]> {
  const kept = (await scheme.read("organizationProposals", id)).toObject(true);
  const amount = (field: string): bigint => kept[field] as bigint;
  const [token, beneficiary] = [externalTokenOf(kept.externalToken), String(kept.beneficiary)];
  const isForRewarder = beneficiary === scheme.address;
  const found = await Promise.all(
    REWARD_PARTS.map(async ({ of, stored, paidAs }): Promise<UnpaidDescription[]> => {
      const left = amount(`${stored}Left`);
      const isReputation = of === "reputation";
      // A rewarder's reputation is minted when the rewarder distributes it. Early releases do not reset it, and redeeming
      // has no effect while the rewarder has something left to distribute.
      const isPaidLater = isReputation && isForRewarder;
      const isNothing = (isPaidLater && left > 0n) || (of === "token" && token === undefined);
      const each = isNothing ? 0n : amount(stored);
      const what = { of, token: of === "token" ? token : undefined };
      const open: UnpaidDescription[] = [];
      if (each !== 0n) {
        const wei = String(each);
        const refused = await tryRedeem(scheme, paidAs, isPaidLater ? 0n : each, [id]);
        const account = isForRewarder ? undefined : beneficiary;
        open.push({ ...what, account, amount: wei, due: wei, refused });
      }
      if (left > 0n) {
        const wei = String(left);
        open.push({
          ...what,
          amount: wei,
          due: wei,
          heldBy: isReputation ? undefined : scheme.address,
        });
      }
      return open;
    }),
  );
  return found.flat();
}

/** Why a payment would fail now; undefined if it works. */
async function tryRedeem(
  scheme: Contract,
  paidAs: string,
  wanted: bigint,
  args: readonly string[],
): Promise<string | undefined> {
  try {
    const paid = await scheme.value(`redeem${paidAs}`, ...args);
    return paid === wanted ? undefined : `it would pay ${String(paid)} wei instead`;
  } catch (error) {
    if (error instanceof CallRefused) return error.message;
    throw error;
  }
}
