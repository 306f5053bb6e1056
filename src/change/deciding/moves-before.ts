import type { Inspection } from "../../inspect/description.js";
import { encodeDraft } from "../../simulate/drafts/propose.js";
import { STAGES, type Move } from "./move.js";

/** Our proposals pay no other tokens, so no token's decimals need to be read. */
export const NO_CHAIN = {
  read: () => Promise.reject(new Error("A change pays no other tokens.")),
};

/**
 * The moves that must be completed before a move is proposed. Payments to founders wait for schemes only if no current
 * scheme of the DAO can make them.
 */
export async function movesBefore(
  move: Move,
  all: readonly Move[],
  start: Inspection,
): Promise<readonly Move[]> {
  const place = STAGES.indexOf(move.stage);
  const before = all.filter(({ stage }) => STAGES.indexOf(stage) < place);
  if (move.stage !== "assets" || !(await canPropose(start, move))) return before;
  return before.filter(({ stage }) => stage === "constraints");
}

/** Whether a scheme of the DAO may propose a move. */
export async function canPropose(
  inspection: Inspection,
  { draft }: Pick<Move, "draft">,
): Promise<boolean> {
  const encoded = await encodeDraft(NO_CHAIN, inspection, draft).catch(() => undefined);
  return encoded !== undefined;
}
