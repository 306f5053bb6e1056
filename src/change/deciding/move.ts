import type { Draft } from "../../simulate/drafts/draft.js";

/** Something that the DAO must decide. */
export interface Move {
  /** The same in every run, as long as the file's entries keep their places: `register/CustomSchemes[0]`. */
  readonly key: string;
  readonly draft: Draft;
  /** Its purpose, in a sentence. */
  readonly why: string;
  /** How the DAO differs from the file, one sentence each; absent if `why` says it all. */
  readonly differences?: readonly string[];
  /** A move waits for all moves of earlier stages. */
  readonly stage: Stage;
}

/**
 * The stages of moves, in an order that works: schemes that pay are registered before the payments, and schemes that
 * register others stay until nothing is left to register. A new controller comes with all its schemes and takes the DAO
 * over from the current ones.
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
