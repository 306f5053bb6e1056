import type { ParameterIssue } from "../../params/file/issues.js";
import type { Warning } from "../../support/warning.js";

/**
 * What happens in a migration, told while it happens. Events hold facts; the sentences about them are
 * written in `terminal/`.
 */
export type MigrationEvent =
  | NoteEvent
  | ParametersWarningEvent
  | WarningEvent
  | LeftOutEvent
  | AccountNotLockedEvent
  | ResumedEvent
  | JournalSetAsideEvent
  | RehearsingEvent
  | NotRehearsedEvent
  | SignedAboveCapEvent
  | RepeatedEvent
  | WaitingForOthersEvent
  | SignedEvent
  | SentEvent
  | WaitingEvent
  | FeeRaisedEvent
  | MinedEvent
  | PerformedEvent
  | DivergedEvent
  | CheckingEvent
  | DaoExistsEvent
  | MovedToOthersEvent
  | PredecessorKeptEvent;

/** What a part that knows nothing of migrations tells in its own words, such as that a release is fetched. */
interface NoteEvent {
  readonly type: "note";
  readonly message: string;
}

/** The parameters hold something odd that is used as it is. */
interface ParametersWarningEvent {
  readonly type: "parametersWarning";
  readonly issue: ParameterIssue;
}

/** The chain holds something that the user should know before anything is sent. */
interface WarningEvent {
  readonly type: "warning";
  readonly warning: Warning;
}

/** The chain's clock cannot be moved, and so the demo test has no boosted proposal. */
interface LeftOutEvent {
  readonly type: "boostedProposalLeftOut";
}

/** Nothing keeps other migrations from signing with the same account. */
interface AccountNotLockedEvent {
  readonly type: "accountNotLocked";
  readonly reason: string;
}

/** A journal of an earlier run is resumed. */
interface ResumedEvent {
  readonly type: "resumed";
  /** Path of the journal. */
  readonly journal: string;
  /** Steps that were signed. */
  readonly steps: number;
}

/** The journal of another migration makes room for the one that is begun. */
interface JournalSetAsideEvent {
  readonly type: "journalSetAside";
  /** Where it was. */
  readonly journal: string;
  /** Where it is kept. */
  readonly to: string;
}

/** A step went well on the fork. */
interface RehearsingEvent {
  readonly type: "rehearsing";
  readonly step: string;
  /** Steps rehearsed so far, this one included. */
  readonly count: number;
}

/** The chain cannot be forked: steps are sent one at a time, each with the chain's own estimate. */
interface NotRehearsedEvent {
  readonly type: "notRehearsed";
  /** What the node said. */
  readonly reason: string;
}

/** Pending transactions of an earlier run pay more than this run may. Prices are in wei per gas. */
interface SignedAboveCapEvent {
  readonly type: "signedAboveCap";
  readonly count: number;
  /** The most that one of them pays. */
  readonly price: bigint;
  readonly cap: bigint;
}

/** Steps that are on the chain have to be sent again, because their inputs changed. */
interface RepeatedEvent {
  readonly type: "repeated";
  readonly steps: readonly string[];
}

/** Transactions of other programs are pending, and are waited for. */
interface WaitingForOthersEvent {
  readonly type: "waitingForOthers";
  readonly account: string;
  readonly count: number;
}

/** A step is signed and in the journal, and may be sent from now on. */
interface SignedEvent {
  readonly type: "signed";
  readonly step: string;
  readonly from: string;
  readonly nonce: number;
  readonly transactionHash: string;
}

/** A node took a step's transaction, for the first time or again. */
interface SentEvent {
  readonly type: "sent";
  readonly step: string;
  readonly transactionHash: string;
}

/** Sent transactions are waited for; told once a block. */
interface WaitingEvent {
  readonly type: "waiting";
  /** Transactions that are sent and have not all their confirmations. */
  readonly count: number;
  /** The latest block. */
  readonly blockNumber: number;
}

/** A pending transaction was replaced by one with a higher fee. */
interface FeeRaisedEvent {
  readonly type: "feeRaised";
  readonly step: string;
  /** The most that it may pay now, in wei per gas. */
  readonly price: bigint;
  readonly transactionHash: string;
}

/** A step has its confirmations. */
export interface MinedEvent {
  readonly type: "mined";
  readonly step: string;
  /** Steps on the chain so far, this one included. */
  readonly count: number;
  /** Steps of the whole migration. */
  readonly total: number;
  readonly blockNumber: number;
  readonly gasUsed: bigint;
  /** What it cost, in wei; absent if the node does not tell the price. */
  readonly fee?: bigint;
  readonly transactionHash: string;
}

/** A step was sent without a journal, to a chain in this process or one whose node signs, and is done. */
export interface PerformedEvent {
  readonly type: "performed";
  readonly step: string;
  /** Steps up to this one. */
  readonly count: number;
  readonly transactionHash: string;
}

/** The chain does not do what the rehearsal did; what is left is rehearsed again. */
interface DivergedEvent {
  readonly type: "diverged";
  readonly reason: string;
}

/** The migration is done, and what it made is read from the chain. */
interface CheckingEvent {
  readonly type: "checking";
}

/** The result file holds a DAO of this chain that was made from the same inputs, and another is made. */
interface DaoExistsEvent {
  readonly type: "daoExists";
  /** Path of the result file. */
  readonly file: string;
  /** The name of that DAO. */
  readonly dao: string;
  readonly avatar: string;
}

/** An entry left the top of the result file for its list `others`. */
interface MovedToOthersEvent {
  readonly type: "movedToOthers";
  /** Path of the result file. */
  readonly file: string;
  readonly network: string;
  readonly chainId: number;
  /** Absent if the entry does not say it. */
  readonly arcVersion: string | undefined;
  /** Names of its DAO and its demo's DAO. */
  readonly daos: readonly string[];
}

/** The result file was the predecessor's, which is kept under another name. */
interface PredecessorKeptEvent {
  readonly type: "predecessorKept";
  readonly file: string;
  readonly kept: string;
}

export type OnEvent = (event: MigrationEvent) => void;

/** A method for each event, so that a new event has to be handled. */
export type MigrationListener<Answer = void> = {
  readonly [Type in MigrationEvent["type"]]: (
    event: Extract<MigrationEvent, { readonly type: Type }>,
  ) => Answer;
};

/** Passes an event to its method. */
export function tell<Answer>(listener: MigrationListener<Answer>, event: MigrationEvent): Answer {
  const method = listener[event.type] as (event: MigrationEvent) => Answer;
  return method(event);
}
