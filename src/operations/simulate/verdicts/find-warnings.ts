import type { OtherProposals, SimulationWarning, UnprovenCode } from "../simulation.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { brokenPromises } from "./broken-promises.js";
import type { Consequences } from "./consequences.js";
import { callWarnings } from "./call-warnings.js";
import { descriptionWarnings } from "./description-warnings.js";
import { otherWarnings } from "./other-warnings.js";
import { powerChanges } from "./power-changes.js";
import type { PowerChange } from "./power-words.js";
import { treasuryWarnings } from "./treasury-warnings.js";
import { whyUnknown } from "./verdicts.js";
import { warning } from "./warnings.js";

/** What else was found out about a proposal; what is absent was not looked for. */
interface Findings {
  readonly unproven?: UnprovenCode;
  readonly others?: OtherProposals;
  readonly changes?: readonly PowerChange[];
  /** A text, and the description that the proposal has. */
  readonly text?: { readonly given: Uint8Array; readonly described: string | undefined };
}

/** What voters should know before they decide on a proposal: every warning that there is; see `warnings.ts`. */
export function findWarnings(
  consequences: Consequences,
  { unproven, others, text, changes = powerChanges(consequences) }: Findings = {},
): readonly SimulationWarning[] {
  return [
    ...unprovenWarnings(unproven),
    ...changes.map((change) => change.warning),
    ...promisesBroken(consequences),
    ...treasuryWarnings(consequences),
    ...callWarnings(consequences),
    ...(others === undefined ? [] : otherWarnings(others)),
    ...(text === undefined ? [] : descriptionWarnings(text.described, text.given)),
  ];
}

/** Of schemes that the proposal removes, apart from itself. */
function promisesBroken({ id, before, after }: Consequences): readonly SimulationWarning[] {
  if (isNotRead(after)) return [];
  const { proposals } = before;
  const others = isNotRead(proposals) ? proposals : proposals.filter((each) => each.id !== id);
  return brokenPromises({ ...before, proposals: others }, (scheme) =>
    after.schemes.some(({ contract, registered }) => registered && contract.address === scheme),
  );
}

/** Says on what it depends what unproven code does. */
function unprovenWarnings(unproven?: UnprovenCode): readonly SimulationWarning[] {
  const why = whyUnknown(unproven);
  if (unproven === undefined || why === undefined) return [];
  return [
    warning("behaves-differently", {
      what: `What it does is not known: ${why}.${unproven.difference === undefined ? "" : ` On this fork: ${unproven.difference}.`}`,
      why: "Code can recognise a fork, or wait for a sender or a time, and do harm only then.",
      check: `The sources of ${unproven.contracts.join(", ")}, for what they read of block and sender.`,
      todo: "Vote against it unless somebody explains this.",
    }),
  ];
}
