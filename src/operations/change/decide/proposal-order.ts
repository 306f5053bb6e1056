import type { Inspection } from "../../../engine/inspect/description.js";
import type { Draft } from "../../simulate/drafts/draft.js";
import { encodeDraft } from "../../simulate/drafts/propose.js";
import type { ChangeProposal } from "../change.js";

/** A proposal that the DAO has to accept so that it matches the file. */
export interface NeededProposal extends Pick<ChangeProposal, "why" | "differences"> {
  /** The same in every run, as long as the file's entries keep their places: `register/CustomSchemes[0]`. */
  readonly key: string;
  readonly draft: Draft;
  /**
   * Of a reward that makes up for the founding: all that is still missing, or with a minus still too much, in wei,
   * whatever the account holds today. A proposal for less has the same purpose.
   */
  readonly atMost?: { readonly tokens: bigint; readonly reputation: bigint };
  /** A proposal waits for all proposals of earlier stages. */
  readonly stage: (typeof STAGES)[number];
}

/**
 * The stages of proposals, in an order that works: schemes that pay are registered before the payments, and schemes
 * that register others stay until nothing is left to register. A new controller comes with all its schemes and takes
 * the DAO over from the current ones.
 */
const STAGES = [
  "constraints",
  "schemes",
  "assets",
  "registrars",
  "removals",
  "last",
  "controller",
  "afterwards",
] as const;

const OF_SCHEMES: readonly string[] = ["registerScheme", "unregisterScheme", "upgradeController"];

/** Whether a proposal decides which schemes the DAO has, and so who may register schemes. */
export function isOfSchemes({ draft }: Pick<NeededProposal, "draft">): boolean {
  return OF_SCHEMES.includes(draft.kind);
}

export function inOrder(proposals: readonly NeededProposal[]): readonly NeededProposal[] {
  return STAGES.flatMap((stage) => proposals.filter((each) => each.stage === stage));
}

/**
 * The proposals that must be completed before a proposal is made. Payments to founders wait for schemes only if no
 * current scheme of the DAO can make them.
 */
export function proposalsBefore(
  proposal: NeededProposal,
  all: readonly NeededProposal[],
  start: Inspection,
): readonly NeededProposal[] {
  const place = STAGES.indexOf(proposal.stage);
  const before = all.filter(({ stage }) => STAGES.indexOf(stage) < place);
  if (proposal.stage !== "assets" || !canBeMade(start, proposal)) return before;
  return before.filter(({ stage }) => stage === "constraints");
}

export function canBeMade(
  inspection: Inspection,
  { draft }: Pick<NeededProposal, "draft">,
): boolean {
  try {
    encodeDraft(inspection, draft);
    return true;
  } catch {
    return false;
  }
}
