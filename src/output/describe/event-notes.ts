import type {
  MigrationEvent,
  MigrationListener,
  OnEvent,
} from "../../engine/execution/steps/event.js";
import { gwei } from "../../foundation/chain/fees.js";
import { issueWarning } from "../../foundation/params/file/issues.js";
import { oneLine } from "../../foundation/support/printable.js";
import { shownPath } from "../../foundation/support/shown-path.js";

/** Sentences for events that deserve one; the others only update the progress line. */
const NOTES: MigrationListener<string | undefined> = {
  note: ({ message }) => message,
  parametersWarning: ({ issue }) => issueWarning(issue),
  warning: ({ warning }) => `Warning: ${warning.message}`,
  boostedProposalLeftOut: () =>
    "This chain's clock cannot be moved, and a proposal is boosted only after some time: the demo test is created without " +
    "the boosted proposal, and the result has no boostedProposalId.",
  accountNotLocked: ({ reason }) =>
    `Warning: ${reason} Another migration could sign with the same account: run one at a time.`,
  resumed: ({ journal, steps }) => `Resuming from ${journal}: ${steps} steps have been signed.`,
  journalSetAside: ({ journal, to }) =>
    `Starting over: the earlier journal ${shownPath(journal)} is now ${shownPath(to)}; its migration stays unfinished.`,
  stepsFound: ({ account, steps, blockNumber }) =>
    `${account} has already sent ${steps.length} ${steps.length === 1 ? "step" : "steps"} that the journal does not have, from ` +
    `${steps[0]} to ${steps.at(-1)} (block ${blockNumber}). They count as done.`,
  rehearsing: () => undefined,
  notRehearsed: ({ reason }) =>
    `This chain cannot be forked for a rehearsal (${reason}). Without one, steps are sent one at a time, each with the ` +
    "chain's gas estimate.",
  signedAboveCap: ({ count, price, cap }) =>
    `Warning: an earlier run signed ${count} pending ${count === 1 ? "transaction" : "transactions"} for up to ` +
    `${gwei(price)}, above the ${gwei(cap)} of this run. They are sent again as they are.`,
  repeated: ({ steps }) => `Re-sending ${steps.join(", ")}: their inputs changed.`,
  waitingForOthers: ({ account, count }) =>
    `The account ${account} has ${count} pending transactions that are not part of this migration. Waiting for them.`,
  signed: () => undefined,
  sent: () => undefined,
  waiting: () => undefined,
  noBlocks: ({ seconds, confirmations, unmined }) =>
    unmined > 0
      ? `There has been no new block for ${seconds} s, and ${unmined} sent transactions wait for one. If this node mines only ` +
        "when it is told to, tell it to (evm_mine). Ctrl-C stops waiting; the same command resumes."
      : `Everything sent is mined, but there has been no new block for ${seconds} s, and each step waits for ${confirmations} ` +
        "confirmations. If the node mines only when it gets a transaction, interrupt with Ctrl-C and pass --confirmations 1.",
  feeRaised: ({ step, price }) => `Raised the fee of step ${step} to at most ${gwei(price)}.`,
  mined: () => undefined,
  performed: () => undefined,
  diverged: ({ reason }) =>
    `The chain differs from the rehearsal: ${reason}. Rehearsing the remaining steps again.`,
  leftBehind: ({ step, contract }) =>
    `The contract ${contract} of step ${step} is left behind, and deployed again at another address: another account ` +
    "initialized it first, or it refers to one that is left behind. Nothing final depends on it.",
  checking: () => undefined,
  daoExists: ({ file, dao, avatar }) =>
    `${shownPath(file)} already has the DAO "${oneLine(dao)}" on this chain (Avatar ${avatar}), created from the same parameters. This would ` +
    'create another one; the first then moves to "others".',
  movedToOthers: ({ file, network, chainId, arcVersion = "unknown", daos }) => {
    const what =
      daos.length > 0 ? ` with ${daos.map((name) => `"${oneLine(name)}"`).join(" and ")}` : "";
    return `Moved to "others" in ${shownPath(file)}: ${oneLine(network)} (chain ID ${chainId}), Arc ${oneLine(arcVersion)}${what}.`;
  },
  predecessorKept: ({ file, kept }) =>
    `${shownPath(file)} was in the predecessor's format: its networks are now in "others", and the old file is ${shownPath(kept)}.`,
};

export function noteOf(event: MigrationEvent): string | undefined {
  return (NOTES[event.type] as (facts: MigrationEvent) => string | undefined)(event);
}

/** Passes on the sentences of events. */
export function notes(onNote: (message: string) => void): OnEvent {
  return (event) => {
    const note = noteOf(event);
    if (note !== undefined) onNote(note);
  };
}
