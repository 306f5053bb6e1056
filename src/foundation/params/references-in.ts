import type { Argument, Reference, StandAloneContractParameters } from "./parameters.js";

export function referencesIn(args: readonly Argument[]): readonly Reference[] {
  return args.flatMap((argument): readonly Reference[] => {
    if (typeof argument !== "object") return [];
    return "length" in argument ? referencesIn(argument) : [argument];
  });
}

/** Places of the stand-alone contracts that a list of arguments refers to. */
export function standAloneIn(args: readonly Argument[]): readonly number[] {
  return referencesIn(args).flatMap((each) =>
    "standAloneContract" in each ? [each.standAloneContract] : [],
  );
}

/** Places of stand-alone contracts, and of all whose arguments refer to one of these. */
export function withDependents(
  contracts: readonly StandAloneContractParameters[],
  places: Iterable<number>,
): ReadonlySet<number> {
  const all = new Set(places);
  // Arguments name only contracts that come before.
  for (const [index, { args = [] }] of contracts.entries()) {
    if (standAloneIn(args).some((place) => all.has(place))) all.add(index);
  }
  return all;
}
