import type { ParameterIssue } from "../../../foundation/params/file/issues.js";
import type { Warning } from "../../../foundation/support/warning.js";

/** Reports what happens during a migration, as it happens. Events hold facts; `terminal/` words the sentences. */
export type MigrationEvent =
  | NoteEvent
  | ParametersWarningEvent
  | WarningEvent
  | LeftOutEvent
  | AccountNotLockedEvent
  | ResumedEvent
  | JournalSetAsideEvent
  | StepsFoundEvent
  | RehearsingEvent
  | NotRehearsedEvent
  | SignedAboveCapEvent
  | RepeatedEvent
  | WaitingForOthersEvent
  | SignedEvent
  | SentEvent
  | WaitingEvent
  | NoBlocksEvent
  | FeeRaisedEvent
  | MinedEvent
  | PerformedEvent
  | DivergedEvent
  | LeftBehindEvent
  | CheckingEvent
  | DaoExistsEvent
  | MovedToOthersEvent
  | PredecessorKeptEvent;

/** A message from code that knows nothing about migrations, such as that a release is being fetched. */
interface NoteEvent {
  readonly type: "note";
  readonly message: string;
}

/** The parameters contain something odd, which is used unchanged. */
interface ParametersWarningEvent {
  readonly type: "parametersWarning";
  readonly issue: ParameterIssue;
}

/** Something on the chain that the user should know before anything is sent. */
interface WarningEvent {
  readonly type: "warning";
  readonly warning: Warning;
}

/** The chain's clock cannot be moved, so the demo test has no boosted proposal. */
interface LeftOutEvent {
  readonly type: "boostedProposalLeftOut";
}

/** Nothing keeps another migration from signing with the same account. */
interface AccountNotLockedEvent {
  readonly type: "accountNotLocked";
  readonly reason: string;
}

/** The journal of an earlier run is resumed. */
interface ResumedEvent {
  readonly type: "resumed";
  /** Path of the journal. */
  readonly journal: string;
  /** Number of signed steps. */
  readonly steps: number;
}

/** Another migration's journal is set aside for the new one. */
interface JournalSetAsideEvent {
  readonly type: "journalSetAside";
  /** Its path until now. */
  readonly journal: string;
  /** Its new path. */
  readonly to: string;
}

/** Steps are on the chain that the journal does not have. */
interface StepsFoundEvent {
  readonly type: "stepsFound";
  readonly account: string;
  /** In order. */
  readonly steps: readonly string[];
  /** The last block with one of them. */
  readonly blockNumber: number;
}

/** A step succeeded on the fork. */
interface RehearsingEvent {
  readonly type: "rehearsing";
  readonly step: string;
  /** Steps rehearsed so far, including this one. */
  readonly count: number;
}

/** The chain cannot be forked: steps are sent one at a time, each with the chain's own estimate. */
interface NotRehearsedEvent {
  readonly type: "notRehearsed";
  /** What the node answered. */
  readonly reason: string;
}

/** Pending transactions of an earlier run pay a higher price than this run may. Prices are in wei per gas. */
interface SignedAboveCapEvent {
  readonly type: "signedAboveCap";
  readonly count: number;
  /** The highest price that one of them pays. */
  readonly price: bigint;
  readonly cap: bigint;
}

/** Steps that are on the chain must be sent again, because their inputs changed. */
interface RepeatedEvent {
  readonly type: "repeated";
  readonly steps: readonly string[];
}

/** Waiting for pending transactions of other programs. */
interface WaitingForOthersEvent {
  readonly type: "waitingForOthers";
  readonly account: string;
  readonly count: number;
}

/** A step is signed and journaled; it may be sent from now on. */
interface SignedEvent {
  readonly type: "signed";
  readonly step: string;
  readonly from: string;
  readonly nonce: number;
  readonly transactionHash: string;
}

/** A node accepted a step's transaction, for the first time or again. */
interface SentEvent {
  readonly type: "sent";
  readonly step: string;
  readonly transactionHash: string;
}

/** Waiting for sent transactions; reported once per block. */
interface WaitingEvent {
  readonly type: "waiting";
  /** Number of transactions that are sent and do not have all their confirmations. */
  readonly count: number;
  /** The latest block. */
  readonly blockNumber: number;
}

/** All sent transactions are mined, but the chain makes no blocks that would confirm them. */
interface NoBlocksEvent {
  readonly type: "noBlocks";
  /** Since the latest block. */
  readonly seconds: number;
  /** Confirmations to wait for. */
  readonly confirmations: number;
}

/** A replacement transaction with a higher fee was signed for a pending one. */
interface FeeRaisedEvent {
  readonly type: "feeRaised";
  readonly step: string;
  /** The highest price that it may pay now, in wei per gas. */
  readonly price: bigint;
  readonly transactionHash: string;
}

/** A step has its confirmations. */
export interface MinedEvent {
  readonly type: "mined";
  readonly step: string;
  /** Steps on the chain so far, including this one. */
  readonly count: number;
  /** Number of steps of the whole migration. */
  readonly total: number;
  readonly blockNumber: number;
  readonly gasUsed: bigint;
  /** Its cost in wei; absent if the node does not return the price. */
  readonly fee?: bigint;
  readonly transactionHash: string;
}

/** A step was sent without a journal, to a chain in this process or one whose node signs, and is done. */
export interface PerformedEvent {
  readonly type: "performed";
  readonly step: string;
  /** Steps so far, including this one. */
  readonly count: number;
  readonly transactionHash: string;
}

/** The chain differs from the rehearsal; the remaining steps are rehearsed again. */
interface DivergedEvent {
  readonly type: "diverged";
  readonly reason: string;
}

/** A contract of this migration is not what it should be, such as initialized by a stranger. It is deployed again. */
interface LeftBehindEvent {
  readonly type: "leftBehind";
  /** The step that deployed it. */
  readonly step: string;
  readonly contract: string;
}

/** The migration is done, and its result is being read from the chain. */
interface CheckingEvent {
  readonly type: "checking";
}

/** The result file has a DAO on this chain from the same inputs, and another one is being created. */
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
  /** Names of its DAO and its demo test's DAO. */
  readonly daos: readonly string[];
}

/** The result file was the predecessor's, which is kept under another name. */
interface PredecessorKeptEvent {
  readonly type: "predecessorKept";
  readonly file: string;
  readonly kept: string;
}

export type OnEvent = (event: MigrationEvent) => void;

/** A method for each event, so that the compiler reports an event that is not handled. */
export type MigrationListener<Answer = void> = {
  readonly [Type in MigrationEvent["type"]]: (
    event: Extract<MigrationEvent, { readonly type: Type }>,
  ) => Answer;
};

/** Passes an event to its method. */
export function notify<Answer>(listener: MigrationListener<Answer>, event: MigrationEvent): Answer {
  const method = listener[event.type] as (event: MigrationEvent) => Answer;
  return method(event);
}
