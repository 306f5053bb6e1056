import type { Inspection, ProposalDescription, ProposalRequest } from "../description.js";
import { ifRead, isNotRead } from "../reading/attempt.js";

type Kind = ProposalRequest["kind"];

/** A proposal of which it is known what it asks for. */
export type ReadProposal<Of extends Kind = Kind> = ProposalDescription & {
  readonly requests: Extract<ProposalRequest, { readonly kind: Of }>;
};

/**
 * The proposals of which it is known what they ask for, the oldest first.
 * @param kind only those that ask for this
 */
export function readProposals<Of extends Kind = Kind>(
  { proposals }: Pick<Inspection, "proposals">,
  kind?: Of,
): readonly ReadProposal<Of>[] {
  return (ifRead(proposals) ?? []).filter(
    (each): each is ReadProposal<Of> =>
      !isNotRead(each.requests) && (kind === undefined || each.requests.kind === kind),
  );
}
