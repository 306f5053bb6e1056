import type { SchemeResult } from "../../result/result.js";
import type { Existing } from "../finding/find-existing.js";
import { founderMoves } from "./asset-moves.js";
import { inOrder, type Move } from "./move.js";
import { allowanceMoves, constraintMoves } from "./other-moves.js";
import { schemeMoves } from "./scheme-moves.js";

/**
 * All that the DAO has to decide, in an order that works.
 * @param description what its proposals say of themselves
 */
export function decideMoves(
  existing: Existing,
  schemes: readonly SchemeResult[],
  description?: string,
): readonly Move[] {
  const moves = inOrder([
    ...constraintMoves(existing),
    ...schemeMoves(existing, schemes),
    ...founderMoves(existing),
    ...allowanceMoves(existing),
  ]);
  if (description === undefined) return moves;
  return moves.map((move) => ({ ...move, draft: { ...move.draft, description } }));
}
