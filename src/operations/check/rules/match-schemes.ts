import { isSameAddress } from "../../../foundation/chain/same-address.js";
import type { SchemeDescription } from "../../../engine/inspect/description.js";
import type { CheckFacts, Matched, SchemeMatch, WantedScheme } from "../facts/check-facts.js";
import { isOfCode, wrongOf } from "./scheme-differences.js";

/** Which scheme is the one that the file means: the likeliest first. */
const RANK = ["recorded, right", "same code, right", "recorded", "same code"];

interface Pair extends Matched {
  readonly rank: number;
  readonly differences: number;
}

/**
 * Finds each scheme of the file among the registered ones: at the address in the file, otherwise at the address in the
 * result file, otherwise by its code. If several have the same code, picks the one with the fewest differences. A scheme
 * that is exactly as the file says comes before one that the result file lists and that differs: the result file keeps
 * the replaced scheme until all proposals of a change have passed.
 */
export function matchSchemes(facts: CheckFacts): readonly SchemeMatch[] {
  const { schemes } = facts.wanted;
  const free = new Set(facts.inspection.schemes.filter(({ registered }) => registered));
  const found = new Map<WantedScheme, SchemeDescription>();
  for (const wanted of schemes) {
    const scheme = [...free].find((each) => isSameAddress(each.contract.address, wanted.address));
    if (scheme === undefined) continue;
    found.set(wanted, scheme);
    free.delete(scheme);
  }
  const pairs = schemes
    .filter(({ address }) => address === undefined)
    .flatMap((wanted) => [...free].flatMap((scheme) => pairOf({ wanted, scheme }, facts)))
    .sort((a, b) => a.rank - b.rank || a.differences - b.differences);
  for (const { wanted, scheme } of pairs) {
    if (found.has(wanted) || !free.delete(scheme)) continue;
    found.set(wanted, scheme);
  }
  return schemes.map((wanted) => ({ wanted, scheme: found.get(wanted) }));
}

function pairOf(match: Matched, facts: CheckFacts): readonly Pair[] {
  const { wanted, scheme } = match;
  const isRecorded = isRecordedFor(wanted, scheme, facts);
  if (!isRecorded && !isOfCode(wanted, scheme, facts)) return [];
  const wrong = wrongOf(match, facts);
  // Only what the DAO has registered may contain something that cannot be compared.
  const isRight = wrong.every((each) => "unclear" in each && scheme.history.length > 0);
  const rank = RANK.indexOf(`${isRecorded ? "recorded" : "same code"}${isRight ? ", right" : ""}`);
  return [{ ...match, rank, differences: wrong.length }];
}

/** Whether the result file has the scheme at the place of this entry. */
export function isRecordedFor(
  { index }: WantedScheme,
  { contract }: SchemeDescription,
  { recorded }: CheckFacts,
): boolean {
  return isSameAddress(contract.address, recorded?.schemes[index]?.address);
}
