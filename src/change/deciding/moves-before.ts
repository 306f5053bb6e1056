import type { Inspection } from "../../inspect/description.js";
import { encodeProposal } from "../../simulate/drafts/propose.js";
import { STAGES, type Move } from "./move.js";

/** Our proposals pay no other tokens, so that nobody has to be asked how many decimals one has. */
export const NO_CHAIN = {
  read: () => Promise.reject(new Error("A change pays no other tokens.")),
};

/**
 * The moves that have to be done before one is proposed. What founders get waits for schemes only where the
 * DAO has none yet that gives it.
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

/** Whether the DAO has a scheme that may propose a move. */
export async function canPropose(
  inspection: Inspection,
  { draft }: Pick<Move, "draft">,
): Promise<boolean> {
  const encoded = await encodeProposal(NO_CHAIN, inspection, draft).catch(() => undefined);
  return encoded !== undefined;
}
