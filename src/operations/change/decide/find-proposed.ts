import { parseEther, ZeroHash } from "ethers";

import { isSameRegistration } from "../../../foundation/arc/permissions.js";
import { isSameAddress } from "../../../foundation/chain/same-address.js";
import type {
  Inspection,
  ProposalDescription,
  ProposalRequest,
} from "../../../engine/inspect/description.js";
import { subjectOf, takesProposer } from "../../../engine/governance/proposal-kinds.js";
import { totalOf } from "../../../engine/governance/redeem-and-execute.js";
import { isDecidedNotDone } from "../../../engine/inspect/proposals/pending.js";
import { schemeContract } from "../../../engine/inspect/schemes/scheme-contract.js";
import { readProposals } from "../../../engine/inspect/proposals/read-proposals.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { rewardInWei, type Draft, type RewardDraft } from "../../simulate/drafts/draft.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { UncomparedPart } from "../change.js";
import type { NeededProposal } from "./proposal-order.js";

/**
 * Makes sure that a DAO's proposals are known. Otherwise, a change would propose what is pending a second time, and pay
 * again what was paid.
 * @returns the proposals whose requests are unknown, for the reader of the plan. Those of a scheme whose requests no
 *   node can tell are not among them: a change does not propose there.
 * @throws MigrationError if the proposals could not be read
 */
export function requireProposals({
  proposals,
}: Pick<Inspection, "proposals">): readonly UncomparedPart[] {
  if (isNotRead(proposals)) {
    throw new MigrationError(
      `The proposals of this DAO could not be read: ${proposals.notRead}. A change might propose again what is ` +
        "pending, or pay again what was paid. Nothing was sent. Run the same command again later, or with another node.",
    );
  }
  return proposals.flatMap(({ id, requests }): readonly UncomparedPart[] => {
    if (!isNotRead(requests) || requests.unknowable === true) return [];
    const reason = `what it asks for could not be read, so this change may ask for it again: ${requests.notRead}`;
    return [{ where: `proposal ${id}`, reason }];
  });
}

/** A proposal on the chain that requests the same as a draft. */
export interface Proposed {
  readonly proposal: ProposalDescription;
  /** `open`: votes still count. `passed`: something remains to be done. `failed`: rejected or expired. */
  readonly status: "open" | "passed" | "failed";
  /** How many such proposals failed. */
  readonly failures: number;
}

/**
 * Finds the proposal on the chain that a change needs: one that may still pass, otherwise the last one that failed. A
 * completed proposal does not count, because it did not achieve this, or it was undone later. A reward that makes up for
 * the founding is recognized by its purpose, because its amount depends on what the account holds.
 */
export function findProposed(inspection: Inspection, needed: Needed): Proposed | undefined {
  const withStatus = readProposals(inspection).flatMap((proposal) => {
    const { requests } = proposal;
    const status = statusOf(proposal);
    if (status === undefined) return [];
    const isIt =
      isSame(requests, needed.draft, inspection) ||
      (status !== "failed" && isPartOf(requests, needed));
    return isIt ? { proposal, status } : [];
  });
  const failed = withStatus.filter(({ status }) => status === "failed");
  const found = withStatus.findLast(({ status }) => status !== "failed") ?? failed.at(-1);
  return found && { ...found, failures: failed.length };
}

type Needed = Pick<NeededProposal, "draft" | "atMost">;
type Reward = Extract<ProposalRequest, { readonly kind: "reward" }>;

/** Whether a reward pays nothing but a part of what a founder still lacks, or takes a part of what is too much. */
function isPartOf(requests: ProposalRequest, { draft, atMost }: Needed): boolean {
  if (atMost === undefined || draft.kind !== "reward" || !paysSame(requests, draft)) return false;
  const isWithin = (amount: bigint, most: bigint): boolean =>
    most < 0n ? amount <= 0n && amount >= most : amount >= 0n && amount <= most;
  return (
    BigInt(requests.externalTokens) === 0n &&
    BigInt(requests.ether) === 0n &&
    isWithin(totalOf(requests, "nativeTokens"), atMost.tokens) &&
    isWithin(totalOf(requests, "reputation"), atMost.reputation)
  );
}

/** Whether a request gives an account something that a reward gives, too, or takes it. */
function paysSame(requests: ProposalRequest, draft: RewardDraft): requests is Reward {
  if (requests.kind !== "reward" || requests.beneficiary !== draft.beneficiary) return false;
  const reputation = totalOf(requests, "reputation");
  const more = parseEther(draft.reputation);
  const isBoth = more < 0n ? reputation < 0n : more > 0n && reputation > 0n;
  return isBoth || (totalOf(requests, "nativeTokens") > 0n && Number(draft.tokens) > 0);
}

/**
 * Finds open proposals beside the one that a change needs, for the same entry of its file: rewards that give a founder
 * the same, too, and other registrations of the same contract. If both pass, too much is paid, or the last one counts.
 * @param account the only one whose registrations count, because anybody can propose one; default: nobody's do
 */
export function findRivals(
  inspection: Inspection,
  needed: Needed,
  account?: string,
): readonly ProposalDescription[] {
  const { draft, atMost } = needed;
  const own = findProposed(inspection, needed)?.proposal;
  return readProposals(inspection).filter((proposal) => {
    const { id, requests, proposer } = proposal;
    if (statusOf(proposal) !== "open" || id === own?.id) return false;
    if (draft.kind === "reward") return atMost !== undefined && paysSame(requests, draft);
    return (
      draft.kind === "registerScheme" &&
      requests.kind === "registerScheme" &&
      isSameAddress(requests.scheme.address, draft.scheme) &&
      isSameAddress(proposer, account)
    );
  });
}

/** Who made a proposal, in words, as far as its scheme proves it. */
export function madeBy(
  { proposer, scheme: address }: Pick<ProposalDescription, "proposer" | "scheme">,
  inspection: Pick<Inspection, "schemes">,
): string {
  const scheme = schemeContract(address, inspection);
  return `made by ${takesProposer(scheme) ? `an account that named ${proposer} as proposer` : proposer}`;
}

function statusOf(proposal: ProposalDescription): Proposed["status"] | undefined {
  const { progress, state } = proposal;
  if (!isNotRead(state) && state.now === "expiredInQueue") return "failed";
  if (isNotRead(progress) || progress.stage === "open") return "open";
  if (progress.stage === "done") return undefined;
  return isDecidedNotDone(proposal) ? "passed" : "failed";
}

function isSame(requests: ProposalRequest, draft: Draft, dao: Inspection): boolean {
  if (requests.kind === "reward" && draft.kind === "reward") {
    const { reputation, tokens, ether } = rewardInWei(draft, dao);
    return (
      requests.beneficiary === draft.beneficiary &&
      requests.periods === String(draft.periods) &&
      // A file pays no external tokens. A proposal that also asks for some is another one.
      BigInt(requests.externalTokens) === 0n &&
      BigInt(requests.reputation) === reputation &&
      BigInt(requests.nativeTokens) === tokens &&
      BigInt(requests.ether) === ether
    );
  }
  if (requests.kind === "calls" && draft.kind === "calls") {
    return (
      requests.calls.length === draft.calls.length &&
      requests.calls.every(({ to, data, value }, index) => {
        const call = draft.calls[index]!;
        return (
          isSameAddress(to.address, call.to) &&
          data.toLowerCase() === call.data.toLowerCase() &&
          BigInt(value) === parseEther(call.value)
        );
      })
    );
  }
  const [contract, address] = [subjectOf(requests), subjectOf(draft)];
  if (requests.kind !== draft.kind || address === undefined) return false;
  if (!isSameAddress(address, contract?.address)) return false;
  if (requests.kind === "addGlobalConstraint" && draft.kind === "addGlobalConstraint") {
    return (
      (requests.paramsHash ?? ZeroHash) === (draft.paramsHash ?? ZeroHash) &&
      // Without one, a proposal gets the scheme's.
      (draft.voteToRemoveParams ?? requests.voteToRemoveParams) === requests.voteToRemoveParams
    );
  }
  if (requests.kind !== "registerScheme" || draft.kind !== "registerScheme") return true;
  return isSameRegistration(requests, { ...draft, paramsHash: draft.paramsHash ?? ZeroHash });
}
