import type { OtherProposals, SimulationWarning } from "../simulation.js";
import type { Consequences } from "./consequences.js";
import { callWarnings } from "./call-warnings.js";
import { otherWarnings } from "./other-warnings.js";
import { powerChanges } from "./power-changes.js";
import { treasuryWarnings } from "./treasury-warnings.js";

/** What voters should know before they decide on a proposal. */
export function findWarnings(
  consequences: Consequences,
  others?: OtherProposals,
  changes = powerChanges(consequences),
): readonly SimulationWarning[] {
  return [
    ...changes.map((change) => change.warning),
    ...treasuryWarnings(consequences),
    ...callWarnings(consequences),
    ...(others === undefined ? [] : otherWarnings(others)),
  ];
}
