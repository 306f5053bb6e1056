import fc from "fast-check";

/**
 * The seed of a random test: its own, so that every run does the same and a failure belongs to a change. `SEED=7`
 * replaces all of them, for other cases or to repeat one.
 */
export function seedOf(own: number): number {
  return Number(process.env.SEED ?? own);
}

// Mocha loads this file before any test (.mocharc.json).
fc.configureGlobal({ seed: seedOf(1) });
