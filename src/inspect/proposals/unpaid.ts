import { getAddress, ZeroAddress } from "ethers";

import type { PaidIn, ProposalRequest, UnpaidDescription } from "../description.js";
import { CallRefused } from "../reading/block-reader.js";
import type { Contract } from "../reading/contract.js";

export type Reward = Extract<ProposalRequest, { readonly kind: "reward" }>;

/** One of the four parts of a reward. */
interface Part {
  readonly of: PaidIn;
  /** The function that pays it. */
  readonly redeem: string;
  /** One payment, in wei. */
  readonly each: bigint;
}

/** In the order in which ContributionReward numbers them. */
function partsOf({
  reputation,
  nativeTokens,
  ether,
  externalTokens,
  externalToken,
}: Reward): Part[] {
  return [
    { of: "reputation", redeem: "redeemReputation", each: BigInt(reputation) },
    { of: "own token", redeem: "redeemNativeToken", each: BigInt(nativeTokens) },
    { of: "ether", redeem: "redeemEther", each: BigInt(ether) },
    // Without a token, nothing is paid, whatever the amount.
    {
      of: "token",
      redeem: "redeemExternalToken",
      each: externalToken === undefined ? 0n : BigInt(externalTokens),
    },
  ];
}

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
  const found = await Promise.all(
    partsOf(reward).map(async (part, kind): Promise<UnpaidDescription[]> => {
      if (part.each === 0n) return [];
      const redeemed = (await scheme.value("getRedeemedPeriods", id, avatar, kind)) as bigint;
      const left = BigInt(reward.periods) - redeemed;
      if (left <= 0n) return [];
      const periods = (await scheme.value("getPeriodsToPay", id, avatar, kind)) as bigint;
      const due = periods * part.each;
      const refused = due === 0n ? undefined : await tryRedeem(scheme, part, due, [id, avatar]);
      return [
        {
          of: part.of,
          ...(part.of === "token" && { token: reward.externalToken! }),
          account: reward.beneficiary,
          amount: String(left * part.each),
          due: String(due),
          ...(reward.periods !== "1" && { periods: String(left) }),
          ...(refused !== undefined && { refused }),
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
  const [token, beneficiary] = [getAddress(String(kept.externalToken)), String(kept.beneficiary)];
  const hasToken = token !== ZeroAddress;
  const isForRewarder = beneficiary === scheme.address;
  const reputationLeft = amount("reputationChangeLeft");
  const parts: readonly (Part & { readonly left: bigint })[] = [
    {
      of: "reputation",
      redeem: "redeemReputation",
      // Early releases do not reset it, and redeeming has no effect while the rewarder has something left to
      // distribute.
      each: isForRewarder && reputationLeft > 0n ? 0n : amount("reputationChange"),
      left: reputationLeft,
    },
    {
      of: "own token",
      redeem: "redeemNativeToken",
      each: amount("nativeTokenReward"),
      left: amount("nativeTokenRewardLeft"),
    },
    {
      of: "ether",
      redeem: "redeemEther",
      each: amount("ethReward"),
      left: amount("ethRewardLeft"),
    },
    {
      of: "token",
      redeem: "redeemExternalToken",
      each: hasToken ? amount("externalTokenReward") : 0n,
      left: amount("externalTokenRewardLeft"),
    },
  ];
  const found = await Promise.all(
    parts.map(async (part): Promise<UnpaidDescription[]> => {
      const what = { of: part.of, ...(part.of === "token" && { token }) };
      const open: UnpaidDescription[] = [];
      if (part.each !== 0n) {
        // A rewarder's reputation is minted when the rewarder distributes it.
        const pays = part.of === "reputation" && isForRewarder ? 0n : part.each;
        const refused = await tryRedeem(scheme, part, pays, [id]);
        open.push({
          ...what,
          ...(!isForRewarder && { account: beneficiary }),
          amount: String(part.each),
          due: String(part.each),
          ...(refused !== undefined && { refused }),
        });
      }
      if (part.left > 0n) {
        const isMadeLater = part.of === "reputation";
        open.push({
          ...what,
          amount: String(part.left),
          due: String(part.left),
          ...(!isMadeLater && { heldBy: scheme.address }),
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
  { redeem }: Part,
  wanted: bigint,
  args: readonly string[],
): Promise<string | undefined> {
  try {
    const paid = await scheme.value(redeem, ...args);
    return paid === wanted ? undefined : `it would pay ${String(paid)} wei instead`;
  } catch (error) {
    if (error instanceof CallRefused) return error.message;
    throw error;
  }
}
