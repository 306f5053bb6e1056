import { formatUnits } from "ethers";

import {
  tell,
  type MigrationEvent,
  type MigrationListener,
  type OnEvent,
} from "../execution/steps/event.js";
import { formatIssue } from "../params/file/issues.js";

/** The sentence of an event that is worth one; the others show in the progress alone. */
const NOTES: MigrationListener<string | undefined> = {
  note: ({ message }) => message,
  parametersWarning: ({ issue }) => `Warning: ${formatIssue(issue)}`,
  warning: ({ warning }) => `Warning: ${warning.message}`,
  boostedProposalLeftOut: () =>
    "This chain's clock cannot be moved, and a proposal is boosted only after a time: the demo test is made without " +
    "the boosted proposal, and the result has no boostedProposalId.",
  resumed: ({ journal, steps }) => `Resuming from ${journal}: ${steps} steps have been signed.`,
  rehearsing: () => undefined,
  notRehearsed: ({ reason }) =>
    `This chain cannot be forked for a rehearsal (${reason}). Steps are sent one at a time, each with the chain's own ` +
    "estimate.",
  repeated: ({ steps }) => `Re-sending ${steps.join(", ")}: their inputs changed.`,
  waitingForOthers: ({ account, count }) =>
    `The account ${account} has ${count} pending transactions that are not of this migration. Waiting for them.`,
  signed: () => undefined,
  sent: () => undefined,
  waiting: () => undefined,
  feeRaised: ({ step, price }) =>
    `Raised the fee of step ${step} to at most ${formatUnits(price, "gwei")} gwei.`,
  mined: () => undefined,
  performed: () => undefined,
  diverged: ({ reason }) =>
    `The chain differs from the rehearsal: ${reason}. Rehearsing the remaining steps again.`,
};

/** What an event says to a person, or undefined where it says nothing by itself. */
export function noteOf(event: MigrationEvent): string | undefined {
  return tell(NOTES, event);
}

/** Passes the sentences of events on. */
export function notes(onNote: (message: string) => void): OnEvent {
  return (event) => {
    const note = noteOf(event);
    if (note !== undefined) onNote(note);
  };
}
