import type { ProposalDescription } from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { MigrationError } from "../support/errors.js";
import type { Draft } from "./drafts/draft.js";
import { propose } from "./drafts/propose.js";
import type { Act } from "./passing/collect-votes.js";
import type { Session } from "./session.js";

/** A proposal that the account with the most reputation made on a fork. */
export interface ProposedOnFork {
  readonly proposal: ProposalDescription;
  readonly act: Act;
}

/**
 * Makes a proposal on a session's fork, and reads it from there.
 * @throws UsageError if no scheme of the DAO can make it; MigrationError if it is refused
 */
export async function proposeOn(
  { chain, inspection, inspectNow }: Session,
  draft: Draft,
): Promise<ProposedOnFork> {
  const { id, act } = await propose(chain, inspection, draft);
  const { proposals } = await inspectNow();
  const proposal = isNotRead(proposals) ? undefined : proposals.find((each) => each.id === id);
  if (proposal === undefined) {
    throw new MigrationError(
      `The proposal ${id} was made on the fork and cannot be read there: ${isNotRead(proposals) ? proposals.notRead : "the DAO does not have it"}.`,
    );
  }
  return { proposal, act };
}
