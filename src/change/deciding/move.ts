import type { Draft } from "../../simulate/drafts/draft.js";

/** Something that the DAO has to decide. */
export interface Move {
  /** The same in every run, as long as the file keeps its places: `register/CustomSchemes[0]`. */
  readonly key: string;
  readonly draft: Draft;
  /** What it is for, a sentence. */
  readonly why: string;
  /** What is otherwise than the file says, a sentence each; absent where `why` says all. */
  readonly differences?: readonly string[];
  /** Moves of a stage wait for all of those before it. */
  readonly stage: Stage;
}

/**
 * What may happen at once, in the order in which it works: who gives comes before who receives it, and who
 * registers schemes stays until there is nothing left to register. A new controller comes with all of its schemes,
 * and takes the DAO from those of before.
 */
export const STAGES = [
  "constraints",
  "schemes",
  "assets",
  "registrars",
  "removals",
  "last",
  "controller",
  "afterwards",
] as const;
type Stage = (typeof STAGES)[number];

export function inOrder(moves: readonly Move[]): readonly Move[] {
  return STAGES.flatMap((stage) => moves.filter((move) => move.stage === stage));
}
