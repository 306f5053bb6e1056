import type { ExecutedEffects } from "../../operations/simulate/report/executed-effects.js";

/** @throws UsageError if it is no hash of effects */
export async function expectedHash(given?: string): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const { isEffectHash } = await import("../../operations/simulate/report/effect-hash.js");
  if (isEffectHash(given)) return given;
  const { wrongValue } = await import("../../foundation/support/command-line.js");
  throw wrongValue(
    "--expect-hash",
    given,
    "the output of simulate --hash, such as effects-2: and 64 hex digits",
  );
}

/** That effects are others than somebody claimed; undefined if they are not, or nothing was claimed. */
export function otherEffects(expected: string | undefined, found: string): string | undefined {
  if (expected === undefined || expected === found) return undefined;
  return `The effects are different: expected ${expected}, found ${found}.`;
}

/** What a proposal did, for a terminal. */
export function executedText({ proposal, transactions, effectHash }: ExecutedEffects): string {
  const { hash, document } = effectHash;
  return [
    `The proposal ${proposal} was carried out by ${transactions.join(", ")}.`,
    `What it did: ${hash}`,
    ...document.notDetermined.map((each) => `Not determined: ${each}`),
  ].join("\n");
}
