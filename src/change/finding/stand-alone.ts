import type { Argument, CustomSchemeParameters, DaoParameters } from "../../params/parameters.js";
import { standAloneIn } from "../../params/references-in.js";

/** Stand-alone contracts that the schemes to be made refer to, directly or through other stand-alone contracts. */
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

/** @param index place among all schemes of the file */
export function customSchemeAt(
  { schemes, customSchemes }: DaoParameters,
  index: number,
): CustomSchemeParameters | undefined {
  const builtIn = Object.values(schemes).reduce((sum, list) => sum + list.length, 0);
  return customSchemes[index - builtIn];
}
