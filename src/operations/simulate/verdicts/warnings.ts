import type { OtherProposals, Simulation, SimulationWarning } from "../simulation.js";
import type { Consequences } from "./effects.js";
import { callWarnings } from "./call-warnings.js";
import { controlWarnings } from "./control-warnings.js";
import { otherWarnings } from "./other-warnings.js";
import { treasuryWarnings } from "./treasury-warnings.js";

type Requests = Simulation["proposal"]["requests"];

/** What voters should know before they decide on a proposal. */
export function findWarnings(
  requests: Requests,
  consequences: Consequences,
  others?: OtherProposals,
): readonly SimulationWarning[] {
  return [
    ...controlWarnings(requests, consequences),
    ...treasuryWarnings(consequences),
    ...callWarnings(consequences),
    ...(others === undefined ? [] : otherWarnings(others)),
  ];
}
