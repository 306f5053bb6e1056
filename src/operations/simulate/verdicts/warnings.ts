import type { OtherProposals, SimulationWarning } from "../simulation.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { brokenPromises } from "./broken-promises.js";
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
    ...promisesBroken(consequences),
    ...treasuryWarnings(consequences),
    ...callWarnings(consequences),
    ...(others === undefined ? [] : otherWarnings(others)),
  ];
}

/** Of schemes that the proposal removes, apart from itself. */
function promisesBroken({ id, before, after }: Consequences): readonly SimulationWarning[] {
  if (isNotRead(after)) return [];
  const others = isNotRead(before.proposals)
    ? before.proposals
    : before.proposals.filter((each) => each.id !== id);
  return brokenPromises({ ...before, proposals: others }, (scheme) =>
    after.schemes.some(({ contract, registered }) => registered && contract.address === scheme),
  );
}
