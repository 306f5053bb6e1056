import type { Inspection } from "../../../engine/inspect/description.js";
import type { Consequences } from "./consequences.js";
import { addingUp } from "./adding-up.js";
import { countedChanges } from "./counted-changes.js";
import { originChanges } from "./origin-changes.js";
import type { PowerChange } from "./power-words.js";
import { revivedProposals } from "./revived-proposals.js";

/** What gives power only later, without a further vote, or may do so. */
export function laterChanges(
  consequences: Consequences,
  after: Inspection,
): readonly PowerChange[] {
  return [countedChanges, addingUp, revivedProposals, originChanges].flatMap((find) =>
    find(consequences, after),
  );
}
