import type { RecordedDao } from "../check/facts/check-facts.js";
import type { DaoParameters } from "../../foundation/params/parameters.js";
import type { ContractResult, DaoResult } from "../../foundation/result/result.js";

/**
 * Orders a result's lists as the parameters file does: the result may come from an earlier version of the file, or from
 * another file for the same DAO, such as an exported one. Schemes in another order are dropped, because their code and
 * setup identify them. The setup of stand-alone contracts cannot be read, so names and aliases do; places that these do
 * not decide stay empty, and contracts there are matched by their code.
 */
export function withPlacesOf(
  { schemes, customSchemes, standAloneContracts }: DaoParameters,
  { Schemes }: Pick<DaoResult, "Schemes">,
  recorded: RecordedDao,
): RecordedDao {
  const builtIn = Object.entries(schemes).flatMap(([name, list]) => list.map(() => ({ name })));
  return {
    ...recorded,
    ...(!isSameOrder([...builtIn, ...customSchemes], Schemes) && { schemes: [] }),
    StandAloneContracts: inOrderOf(standAloneContracts, recorded.StandAloneContracts),
  };
}

interface Named {
  readonly name: string;
  readonly alias?: string;
}

/** If one list is shorter, the missing entries do not count as a different order. */
function isSameOrder(wanted: readonly Named[], found: readonly Named[]): boolean {
  return found.every(({ name }, index) => {
    const should = wanted[index]?.name;
    return should === undefined || name === should || name === `U${should}`;
  });
}

/** The entries of a result's list, at their places in the file; the others stay empty. */
function inOrderOf(
  wanted: readonly Named[],
  found: readonly ContractResult[],
): readonly ContractResult[] {
  // An alias that appears nowhere else in the file was renamed, and one at another place was moved.
  const isMoved = found.some(
    (each, index) =>
      each.alias !== undefined &&
      !isSame(each, wanted[index]) &&
      wanted.some((other) => isSame(each, other)),
  );
  if (isSameOrder(wanted, found) && !isMoved) return found;
  const places: ContractResult[] = [];
  const free = new Set(found);
  const open = new Set(wanted.keys());
  const takePairs = (isPair: (found: Named, wanted: Named) => boolean): void => {
    for (const index of [...open]) {
      const own = wanted[index]!;
      const those = [...free].filter((each) => isPair(each, own));
      const rivals = [...open].filter((other) => isPair(own, wanted[other]!));
      if (those.length !== 1 || rivals.length !== 1) continue;
      places[index] = those[0]!;
      free.delete(those[0]!);
      open.delete(index);
    }
  };
  takePairs(isSame);
  // What is left with the same name on both sides was renamed.
  takePairs((a, b) => a.name === b.name);
  return places;
}

function isSame(a: Named, b: Named | undefined): boolean {
  return a.name === b?.name && a.alias === b.alias;
}
