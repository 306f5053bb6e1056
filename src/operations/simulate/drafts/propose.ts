import { parseEther } from "ethers";

import { failureReason } from "../../../foundation/chain/failure-reason.js";
import {
  encodeProposal,
  makes,
  type ProposalContent,
} from "../../../engine/governance/proposal-kinds.js";
import type { FunctionCall } from "../../../engine/governance/function-call.js";
import { newProposalIn } from "../../../engine/governance/machine-events.js";
import { activationOf, valuesOf } from "../../../engine/inspect/control/by-votes.js";
import { callsOf } from "../../../engine/inspect/control/powers.js";
import type {
  Inspection,
  ProposalDescription,
  SchemeDescription,
} from "../../../engine/inspect/description.js";
import { attempt, ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { abiOf } from "../../../engine/inspect/reading/identify.js";
import { readDecimals } from "../../../engine/inspect/reading/foreign-contracts.js";
import type { Rules } from "../../../foundation/params/stored-vote-parameters.js";
import { MigrationError, UsageError } from "../../../foundation/support/errors.js";
import type { Act } from "../passing/decide-on-fork.js";
import { inWei } from "../given-values.js";
import type { Session } from "../session.js";
import { failureOf } from "../chain/send-and-trace.js";
import { rewardInWei, type Draft, type RewardDraft } from "./draft.js";

/** Without them, how many tokens an amount means is unknown. */
async function decimalsOf(chain: Session["chain"], token: string): Promise<number> {
  return await readDecimals(chain.token(token)).catch((cause: unknown) => {
    throw new MigrationError(
      `The decimals of the token ${token} could not be read: ${failureReason(cause)}. Pass the address of an ERC-20.`,
      { cause },
    );
  });
}

/**
 * Makes a proposal on a session's fork, as the account with the most reputation, and reads it from there.
 * @throws UsageError if no scheme of the DAO can make it; MigrationError if it is refused
 */
export async function propose(
  { chain, inspection, readProposals }: Pick<Session, "chain" | "inspection" | "readProposals">,
  draft: Draft,
): Promise<{ readonly proposal: ProposalDescription; readonly act: Act }> {
  const token = draft.kind === "reward" ? draft.externalToken : undefined;
  const decimals = token === undefined ? 18 : await decimalsOf(chain, token);
  const { scheme, ...call } = encodeDraft(inspection, draft, decimals);
  const { holders } = inspection.reputation;
  if (isNotRead(holders)) {
    throw new MigrationError(
      `The holders of this DAO's reputation could not be read, so nobody is known who could propose it: ${holders.notRead}`,
    );
  }
  const [largest] = holders;
  if (largest === undefined) {
    throw new MigrationError(
      "Nobody holds this DAO's reputation, so nothing that is proposed can pass.",
    );
  }
  await chain.moveTo(activationOf(Object.values(rulesOf(scheme))));
  const { name, address } = scheme.contract;
  const abi = abiOf(scheme.contract)!;
  const tried = await chain.call(largest.account, { address, abi }, call);
  const id = newProposalIn(tried.logs)?.id;
  if (!tried.success || id === undefined) {
    throw new MigrationError(
      `${name} ${address} does not accept the proposal: ${failureOf(tried) ?? "it creates no proposal"}. ` +
        "Nothing was sent to the chain.",
    );
  }
  const proposals = await attempt(readProposals);
  const proposal = ifRead(proposals)?.find((each) => each.id === id);
  if (proposal !== undefined) return { proposal, act: { stage: "propose", tried } };
  throw new MigrationError(
    `The proposal ${id} was made on the fork and cannot be read there: ${isNotRead(proposals) ? proposals.notRead : "the DAO does not have it"}.`,
  );
}

/** The rules by which a scheme's proposals are decided, as far as they could be read, by the names of its votes. */
export function rulesOf({ parameters }: SchemeDescription): Readonly<Record<string, Rules>> {
  const votes = Object.entries(ifRead(parameters)?.votes ?? {});
  return Object.fromEntries(
    votes.flatMap(([name, { rules }]) => (isNotRead(rules) ? [] : [[name, valuesOf(rules)]])),
  );
}

export interface EncodedDraft extends FunctionCall {
  readonly scheme: SchemeDescription;
}

/**
 * The call that makes a proposal.
 * @param decimals of the external token that a reward pays
 * @throws UsageError if no scheme of the DAO can make it
 */
export function encodeDraft(inspection: Inspection, draft: Draft, decimals = 18): EncodedDraft {
  const { scheme, content } = chooseScheme(inspection, draft, decimals);
  const frame = { avatar: inspection.avatar.address, description: draft.description };
  return { scheme, ...encodeProposal(abiOf(scheme.contract)!.fragments, content, frame) };
}

type SchemeAndContent = Pick<EncodedDraft, "scheme"> & { readonly content: ProposalContent };

function chooseScheme(inspection: Inspection, draft: Draft, decimals: number): SchemeAndContent {
  if (draft.kind === "calls") return schemeForCalls(inspection, draft);
  const scheme = schemeFor(inspection, draft, ({ contract }) => makes(contract.name, draft.kind));
  if (draft.kind === "reward") return { scheme, content: rewardOf(inspection, draft, decimals) };
  if (draft.kind !== "addGlobalConstraint") return { scheme, content: draft };
  const voteToRemoveParams = draft.voteToRemoveParams ?? votesOf(scheme);
  return { scheme, content: { ...draft, voteToRemoveParams } };
}

/**
 * One call goes through the generic scheme for its receiver if there is one; all others go through a multi-call scheme.
 */
function schemeForCalls(
  inspection: Inspection,
  draft: Extract<Draft, { readonly kind: "calls" }>,
): SchemeAndContent {
  const calls = draft.calls.map((call) => ({ ...call, value: parseEther(call.value) }));
  const [only] = calls;
  const isMultiCall = ({ contract }: SchemeDescription): boolean => makes(contract.name, "calls");
  const isOneForIt = ({ contract, parameters }: SchemeDescription): boolean =>
    calls.length === 1 &&
    makes(contract.name, "call") &&
    callsOf(parameters && ifRead(parameters))?.includes(only!.to) === true;
  // A multi-call scheme may refuse calls that its constraints do not list.
  const hasOne = inspection.schemes.some((each) => each.registered && isOneForIt(each));
  const scheme = schemeFor(inspection, draft, (each) =>
    hasOne && draft.through === undefined
      ? isOneForIt(each)
      : isMultiCall(each) || isOneForIt(each),
  );
  return {
    scheme,
    content: isMultiCall(scheme) ? { kind: "calls", calls } : { kind: "call", ...only! },
  };
}

function schemeFor(
  { schemes }: Inspection,
  draft: Draft,
  may: (scheme: SchemeDescription) => boolean,
): SchemeDescription {
  const { kind, through } = draft;
  const able = schemes.filter((scheme) => scheme.registered && may(scheme));
  const found = able.find(({ contract }) => through === undefined || contract.address === through);
  if (found !== undefined) return found;
  const which = able.map(({ contract }) => `${contract.name} ${contract.address}`).join(", ");
  throw new UsageError(
    through === undefined
      ? `No registered scheme of this DAO can propose this (${kind}). \`dao-migrate inspect\` lists its schemes.`
      : `The scheme ${through} cannot propose this (${kind}). ${which === "" ? "None of this DAO's can." : `These can: ${which}.`}`,
  );
}

function rewardOf(dao: Inspection, draft: RewardDraft, decimals: number): ProposalContent {
  return {
    ...draft,
    ...rewardInWei(draft, dao),
    externalTokens: inWei(draft.externalTokens, decimals),
    periodLength: BigInt(draft.periodLength),
    periods: BigInt(draft.periods),
  };
}

/**
 * Hash of the parameters by which a scheme's proposals are decided. A constraint that is added with none can never be
 * removed by a vote.
 */
function votesOf({ contract, parameters }: SchemeDescription): string {
  const [vote] = Object.values(ifRead(parameters)?.votes ?? {});
  if (vote !== undefined) return vote.paramsHash;
  throw new UsageError(
    `The vote rules of ${contract.name} ${contract.address} could not be read, so the vote that would remove the constraint is unknown. ` +
      "Give its parameters in a file (--file): voteToRemoveParams.",
  );
}
