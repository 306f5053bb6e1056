import type { Others, Simulation, Warning } from "../simulation.js";
import type { Aftermath } from "./deeds.js";
import { callWarnings } from "./call-warnings.js";
import { controlWarnings } from "./control-warnings.js";
import { otherWarnings } from "./other-warnings.js";
import { treasuryWarnings } from "./treasury-warnings.js";

type Asks = Simulation["proposal"]["asks"];

/** What voters should know before they decide on a proposal. */
export function findWarnings(
  asks: Asks,
  aftermath: Aftermath,
  others?: Others,
): readonly Warning[] {
  return [
    ...controlWarnings(asks, aftermath),
    ...treasuryWarnings(aftermath),
    ...callWarnings(aftermath),
    ...(others === undefined ? [] : otherWarnings(others)),
  ];
}
