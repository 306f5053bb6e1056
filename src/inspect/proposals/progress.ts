import { zeroPadValue } from "ethers";

import type { ProposalProgress, ProposalRequest } from "../description.js";
import type { Contract } from "../reading/contract.js";
import type { FoundProposal } from "./find-proposals.js";
import { isOpen, type StateAndDecision } from "./state.js";

const DONE: ProposalProgress = { stage: "done" };

/**
 * What became of a proposal. A machine says executed when it has asked the scheme: a call may have
 * failed and be tried again, another waits for a second `execute`, and a reward moves when it is redeemed.
 * @param scheme undefined where it is not Arc's
 * @throws Error where the scheme's own record is of an unknown kind
 */
export async function readProgress(
  { id }: FoundProposal,
  { noted, now, decision }: StateAndDecision,
  scheme: Contract | undefined,
  avatar: string,
  request: ProposalRequest | undefined,
): Promise<ProposalProgress> {
  if (isOpen(noted)) return isOpen(now) ? { stage: "open" } : { stage: "to be executed" };
  if (noted === "expiredInQueue") return { stage: "expired" };
  if (decision !== "for") return { stage: "rejected" };
  if (scheme === undefined)
    throw new Error("its scheme is not Arc's, and what it did is not known");
  if (request?.kind === "reward") return await rewardProgress(scheme, id, avatar, request);
  if (scheme.has("getContractToCall") || scheme.has("contractToCall")) {
    return await callProgress(scheme, id, avatar);
  }
  if (scheme.abi.getEvent("NewMultiCallProposal") !== null)
    return await multiCallProgress(scheme, id);
  return DONE;
}

type Reward = Extract<ProposalRequest, { readonly kind: "reward" }>;

async function rewardProgress(
  scheme: Contract,
  id: string,
  avatar: string,
  reward: Reward,
): Promise<ProposalProgress> {
  if (scheme.abi.getFunction("organizationProposals") !== null) {
    const kept = (await scheme.read("organizationProposals", id)).toObject(true);
    const left = Object.entries(kept).filter(
      ([name, value]) => name.endsWith("Left") && value !== 0n,
    );
    return left.length === 0 ? DONE : notRedeemed(left.length, amountsOf(reward).length);
  }
  // ContributionReward counts the periods of each kind of reward.
  const kinds = amountsOf(reward);
  const redeemed = (await Promise.all(
    kinds.map((kind) => scheme.value("getRedeemedPeriods", id, avatar, kind)),
  )) as bigint[];
  const open = redeemed.filter((periods) => periods < BigInt(reward.periods));
  if (open.length === 0) return DONE;
  const some = redeemed.some((periods) => periods > 0n);
  return notRedeemed(some ? 0 : open.length, kinds.length);
}

/** Numbers of the kinds of reward that are asked for: reputation, tokens, ether, external tokens. */
function amountsOf({ reputation, nativeTokens, ether, externalTokens }: Reward): number[] {
  return [reputation, nativeTokens, ether, externalTokens].flatMap((amount, kind) =>
    amount === "0" ? [] : [kind],
  );
}

function notRedeemed(left: number, all: number): ProposalProgress {
  const missing =
    left === all
      ? "It is not redeemed: anybody can do it for the beneficiary."
      : "It is redeemed in part: anybody can redeem the rest for the beneficiary.";
  return { stage: "passed", missing };
}

/** The scheme's own event says that the call went well; up to alpha.58, a failing call undoes all. */
async function callProgress(
  scheme: Contract,
  id: string,
  avatar: string,
): Promise<ProposalProgress> {
  if (scheme.abi.getEvent("ProposalExecutedByVotingMachine") === null) return DONE;
  const done = await scheme.events(["ProposalExecuted"], [zeroPadValue(avatar, 32), id]);
  if (done.length > 0) return DONE;
  return {
    stage: "passed",
    missing: "Its call failed and did nothing. Anybody may try it again (execute of the scheme).",
  };
}

async function multiCallProgress(scheme: Contract, id: string): Promise<ProposalProgress> {
  const { exist } = (await scheme.read("proposals", id)).toObject(true);
  if (exist !== true) return DONE;
  return {
    stage: "passed",
    missing: "Its calls wait for a second execute, that of the scheme, which anybody may call.",
  };
}
