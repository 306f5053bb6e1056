import {
  FILE_MACHINES,
  type Argument,
  type Reference,
  type SchemeParameters,
  type SchemeRegistrarParameters,
  type StandAloneContractParameters,
  type VotingMachine,
} from "./parameters.js";

/** Indexes of the vote parameters that a built-in scheme uses. */
export function votesOfScheme(
  scheme: SchemeParameters | SchemeRegistrarParameters,
): readonly number[] {
  return "voteParams" in scheme
    ? [scheme.voteParams]
    : [scheme.voteRegisterParams, scheme.voteRemoveParams];
}

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

/**
 * Vote parameters in a call that gets the address of the other voting machine alone, so that nothing could be proposed.
 * @param machineOf the machine of vote parameters by their index; undefined for a hash, which may be of any
 * @param isGiven whether the call gets the address of a machine
 */
export function votesOfOtherMachine(
  args: readonly Argument[],
  machineOf: (index: number) => VotingMachine | undefined,
  isGiven: (machine: VotingMachine) => boolean,
) {
  const [given, other] = FILE_MACHINES.filter(isGiven);
  if (given === undefined || other !== undefined) return [];
  return referencesIn(args).flatMap((each) => {
    const index = "voteParams" in each ? each.voteParams : -1;
    const of = machineOf(index);
    return of === undefined || of === given ? [] : [{ index, of, given }];
  });
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
