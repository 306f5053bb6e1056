import type { ProposalProgress, ProposalRequest, UnpaidDescription } from "../description.js";
import { Unknowable } from "../reading/attempt.js";
import type { Contract } from "../reading/contract.js";
import type { States } from "../../governance/ballot.js";
import { isOpen } from "../../governance/proposal-state.js";
import {
  executeCall,
  isLeftToExecute,
  isMultiCall,
  partsAskedFor,
} from "../../governance/redeem-and-execute.js";
import { CallRefused } from "../../../foundation/chain/call-refused.js";
import type { FoundProposal } from "./find-proposals.js";
import type { Reward } from "./unpaid.js";

const DONE: ProposalProgress = { stage: "done" };

/**
 * Reads how far a proposal got. A voting machine reports it as executed once it has called the scheme. Even then, a
 * call may have failed and can be retried, other schemes need a second `execute`, and rewards are paid only when
 * redeemed.
 * @param scheme undefined if it is not Arc's
 * @param asks the request, with the unpaid part of a reward
 * @throws Error if the scheme keeps its record in an unknown way
 */
export async function readProgress(
  { id }: FoundProposal,
  { recorded, now, decision }: States,
  scheme: Contract | undefined,
  avatar: string,
  {
    requests,
    unpaid,
  }: { readonly requests?: ProposalRequest; readonly unpaid?: readonly UnpaidDescription[] },
): Promise<ProposalProgress> {
  if (isOpen(recorded)) return isOpen(now) ? { stage: "open" } : { stage: "to be executed" };
  if (recorded === "expiredInQueue") return { stage: "expired" };
  if (decision !== "for") return { stage: "rejected" };
  if (scheme === undefined)
    throw new Unknowable("its scheme is not Arc's, so what it did is unknown");
  if (requests?.kind === "reward" && unpaid !== undefined) return rewardProgress(unpaid, requests);
  if (!(await isLeftToExecute(scheme, id, avatar))) return DONE;
  const refused = await whyRefused(scheme, id, avatar);
  const missing = isMultiCall(scheme.abi.fragments)
    ? `Its calls wait for a second execute, the scheme's${refused === undefined ? ", which anybody may call." : `. ${refused}`}`
    : `Its call failed and did nothing. ${refused ?? "Anybody may try it again (the scheme's execute)."}`;
  return { stage: "passed", missing };
}

/** A reward is paid when it is redeemed. Anybody can do that, if the contracts allow it. */
function rewardProgress(unpaid: readonly UnpaidDescription[], reward: Reward): ProposalProgress {
  if (unpaid.length === 0) return DONE;
  const refused = unpaid.filter((each) => each.refused !== undefined);
  const sentences: string[] = [];
  if (unpaid.some(isForRewarder)) {
    sentences.push(
      "It has not been handed to the scheme yet (the scheme's redeem, which anybody may call), whose rewarder distributes it.",
    );
  } else if (unpaid.every(({ account }) => account === undefined)) {
    sentences.push("The scheme's rewarder decides who gets it, and has not distributed all of it.");
  } else if (unpaid.every(({ due }) => due === "0")) {
    sentences.push("It is paid in periods, and nothing more is due yet.");
  } else if (
    unpaid.length === partsAskedFor(reward).length &&
    unpaid.every(isUntouched(reward.periods))
  ) {
    sentences.push("It has not been redeemed: anybody can redeem it for the beneficiary.");
  } else {
    sentences.push("It is partly redeemed: anybody can redeem the rest for the beneficiary.");
  }
  for (const { of, refused: why } of refused) {
    sentences.push(`Redeeming its ${of} fails now: ${why}.`.replace(/\.\.$/, "."));
  }
  return { stage: "passed", missing: sentences.join(" ") };
}

/** A rewarder's reputation is minted when it is distributed, so it is not transferred before. */
function isForRewarder({ of, heldBy, account }: UnpaidDescription): boolean {
  return heldBy === undefined && account === undefined && of !== "reputation";
}

function isUntouched(all: string) {
  return ({ periods = all, heldBy }: UnpaidDescription): boolean =>
    periods === all && heldBy === undefined;
}

/** Why the scheme's `execute` would fail now; undefined if it works. Tried on the node. */
async function whyRefused(
  scheme: Contract,
  id: string,
  avatar: string,
): Promise<string | undefined> {
  const { functionName, args } = executeCall(scheme.abi.fragments, id, avatar);
  try {
    await scheme.read(functionName, ...args);
    return undefined;
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    return `The scheme's execute, which anybody may call, fails now: ${error.message}.`.replace(
      /\.\.$/,
      ".",
    );
  }
}
