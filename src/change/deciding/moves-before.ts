import type { Inspection } from "../../inspect/description.js";
import { encodeProposal } from "../../simulate/drafts/propose.js";
import { STAGES, type Move } from "./move.js";

/**
 * The moves that have to be done before one is proposed. What founders get waits for schemes only where the
 * DAO has none yet that gives it.
 * @param chain to ask how many decimals a token has
 */
export async function movesBefore(
  chain: Parameters<typeof encodeProposal>[0],
  move: Move,
  all: readonly Move[],
  start: Inspection,
): Promise<readonly Move[]> {
  const place = STAGES.indexOf(move.stage);
  const before = all.filter(({ stage }) => STAGES.indexOf(stage) < place);
  if (move.stage !== "assets" || !(await canPropose(chain, start, move))) return before;
  return before.filter(({ stage }) => stage === "constraints");
}

async function canPropose(
  chain: Parameters<typeof encodeProposal>[0],
  start: Inspection,
  { draft }: Move,
): Promise<boolean> {
  const encoded = await encodeProposal(chain, start, draft).catch(() => undefined);
  return encoded !== undefined;
}
