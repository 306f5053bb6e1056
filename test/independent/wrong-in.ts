import { textOf, type Found } from "./facts.js";
import {
  changesBetween,
  disagreements,
  holdingsIn,
  isNotCompared,
  movedShares,
  toldBalances,
  toldChanges,
  wrongControl,
  wrongOwed,
  wrongParameters,
  type Changes,
  type SimulationJson,
} from "./simulated.js";

/** What gives or takes power over a DAO; shares of the votes are told apart. */
const POWER = /^(controller|scheme|constraint|allowance|(token|reputation) owner)/;

/** What changed of who has power, without shares of the votes; that a scheme went matters only if nobody else can do it. */
export function powerIn(changes: Changes): readonly string[] {
  return [...changes]
    .filter(
      ([key, [, after]]) => POWER.test(key) && !(key.startsWith("scheme") && after === undefined),
    )
    .map(([key, values]) => `${key} (${values.join(" → ")})`);
}

/** Everything that a simulation says of gains and losses, and that is not so. */
export function wrongIn(
  simulation: SimulationJson,
  before: Found,
  after: Found,
): readonly string[] {
  const found = new Map(
    [...changesBetween(before, after)].filter(([key]) => !isNotCompared(simulation, key)),
  );
  const { powers } = simulation;
  const wrong = [
    ...disagreements(toldChanges(simulation), found),
    ...disagreements(toldBalances(simulation, before), holdingsIn(found)),
    ...wrongOwed(simulation, before, after),
    ...wrongParameters(simulation, before, after),
    ...wrongControl(simulation, before, after),
  ];
  const power = powerIn(found);
  if (powers.verdict === "unchanged" && power.length > 0)
    wrong.push(`told that powers are unchanged, but there changed ${power.join(", ")}`);
  const [told, moved] = [
    powers.shares.map(({ account }) => textOf(account)).sort(),
    movedShares(before, after),
  ];
  if (powers.verdict !== "unknown" && textOf(told) !== textOf(moved))
    wrong.push(`told that shares change of ${textOf(told)}, but they do of ${textOf(moved)}`);
  return wrong;
}
