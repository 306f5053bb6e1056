import { isNotRead } from "../../inspect/reading/attempt.js";
import type { SchemeMatch } from "../../check/facts/check-facts.js";
import type { Argument, DaoParameters, Reference } from "../../params/parameters.js";
import { isAddress } from "ethers";

/**
 * Where the stand-alone contracts of a file are that no result file knows: where a scheme of the DAO has
 * their address in the place where the file refers to them.
 * @returns addresses by their place in the file
 */
export function namedBySchemes(matches: readonly SchemeMatch[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { wanted, scheme } of matches) {
    const parameters = scheme?.parameters;
    if (parameters === undefined || isNotRead(parameters)) continue;
    for (const { name, argument } of wanted.values) {
      const value = parameters.values[name];
      const isOne = typeof argument === "object" && "standAloneContract" in argument;
      if (!isOne || typeof value !== "string" || !isAddress(value)) continue;
      if (!found.has(argument.standAloneContract)) found.set(argument.standAloneContract, value);
    }
  }
  return found;
}

/** All references in a list of arguments. */
export function referencesIn(args: readonly Argument[]): readonly Reference[] {
  return args.flatMap((argument): readonly Reference[] => {
    if (typeof argument !== "object") return [];
    return "length" in argument ? referencesIn(argument) : [argument];
  });
}

function standAloneIn(args: readonly Argument[]): readonly number[] {
  return referencesIn(args).flatMap((each) =>
    "standAloneContract" in each ? [each.standAloneContract] : [],
  );
}

/** Those that have to be there for some of the file's schemes: what their arguments refer to, and what that refers to. */
export function neededStandAlone(
  { schemes, customSchemes, standAloneContracts }: DaoParameters,
  isMade: (place: number) => boolean,
): ReadonlySet<number> {
  const builtIn = Object.entries(schemes).flatMap(([, list]) => list as readonly object[]);
  const needed = new Set<number>();
  builtIn.forEach((scheme, place) => {
    if (!isMade(place) || !("targetContract" in scheme)) return;
    for (const each of standAloneIn([scheme.targetContract as Argument])) needed.add(each);
  });
  customSchemes.forEach(({ args, address, runFunctions }, place) => {
    if (!isMade(builtIn.length + place)) return;
    const own = typeof address === "object" ? [address] : [];
    const all = [...args, ...own, ...runFunctions.flatMap((call) => call.args)];
    for (const each of standAloneIn(all)) needed.add(each);
  });
  for (const index of [...standAloneContracts.keys()].reverse()) {
    if (!needed.has(index)) continue;
    const { args = [], runFunctions } = standAloneContracts[index]!;
    for (const each of standAloneIn([...args, ...runFunctions.flatMap((call) => call.args)])) {
      if (each < index) needed.add(each);
    }
  }
  return needed;
}
