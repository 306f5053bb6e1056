import type { SchemeResult } from "../../result/result.js";
import type { Existing } from "../finding/find-existing.js";
import { founderMoves } from "./asset-moves.js";
import { inOrder, type Move } from "./move.js";
import { allowanceMoves, constraintMoves } from "./other-moves.js";
import { schemeMoves } from "./scheme-moves.js";

/** All that the DAO has to decide, in an order that works. */
export function decideMoves(existing: Existing, schemes: readonly SchemeResult[]): readonly Move[] {
  return inOrder([
    ...constraintMoves(existing),
    ...schemeMoves(existing, schemes),
    ...founderMoves(existing),
    ...allowanceMoves(existing),
  ]);
}
