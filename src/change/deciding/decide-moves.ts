import type { Existing } from "../finding/find-existing.js";
import type { MadeContracts } from "../making/make-contracts.js";
import { founderMoves } from "./asset-moves.js";
import { controllerMove } from "./controller-move.js";
import { inOrder, type Move } from "./move.js";
import { canPropose } from "./moves-before.js";
import { allowanceMoves, constraintMoves } from "./other-moves.js";
import { schemeMoves } from "./scheme-moves.js";

/** What to decide besides schemes, and the text of the proposals. */
interface Also {
  /** Calls that the DAO must make. */
  readonly calls?: readonly Move[];
  /** The description of its proposals. */
  readonly description?: string;
}

/** Everything that the DAO must decide, in an order that works. */
export async function decideMoves(
  existing: Existing,
  made: Pick<MadeContracts, "schemes" | "controller">,
  { calls = [], description }: Also = {},
): Promise<readonly Move[]> {
  const { schemes, controller } = made;
  const assets = [...founderMoves(existing), ...allowanceMoves(existing), ...calls];
  const moves = inOrder(
    controller === undefined
      ? [...constraintMoves(existing), ...schemeMoves(existing, schemes), ...assets]
      : await withController(existing, controller, assets),
  );
  if (description === undefined) return moves;
  return moves.map((move) => ({ ...move, draft: { ...move.draft, description } }));
}

/**
 * Adds the move to a new controller, which brings the file's schemes and no constraints. What the DAO can pay now comes
 * before it, because the current schemes lose their permissions with the upgrade. The rest is left to the new schemes.
 */
async function withController(
  existing: Existing,
  controller: string,
  assets: readonly Move[],
): Promise<readonly Move[]> {
  const moves = await Promise.all(
    assets.map(async (move): Promise<Move> => {
      const isNow = await canPropose(existing.inspection, move);
      return isNow ? move : { ...move, stage: "afterwards" };
    }),
  );
  const pays = moves.some(({ stage }) => stage === "assets");
  return [
    ...(pays ? constraintMoves(existing) : []),
    ...moves,
    controllerMove(existing, controller),
  ];
}
