import type { ParameterIssue } from "../../../foundation/params/file/issues.js";
import type { Warning } from "../../../foundation/support/warning.js";

/** Facts about what happens during a migration, by kind. `describe/event-notes.ts` words the sentences. */
interface MigrationEvents {
  /** A message from code that knows nothing about migrations, such as that a release is being fetched. */
  readonly note: { readonly message: string };
  /** The parameters contain something odd, which is used unchanged. */
  readonly parametersWarning: { readonly issue: ParameterIssue };
  /** Something on the chain that the user should know before anything is sent. */
  readonly warning: { readonly warning: Warning };
  /** The chain's clock cannot be moved, so the demo test has no boosted proposal. */
  readonly boostedProposalLeftOut: object;
  /** Nothing keeps another migration from signing with the same account. */
  readonly accountNotLocked: { readonly reason: string };
  /** The journal of an earlier run is resumed: its path, and the number of signed steps. */
  readonly resumed: { readonly journal: string; readonly steps: number };
  /** Another migration's journal is set aside for the new one: its path until now, and its new one. */
  readonly journalSetAside: { readonly journal: string; readonly to: string };
  /** Steps are on the chain that the journal does not have: their names in order, and the last block with one of them. */
  readonly stepsFound: {
    readonly account: string;
    readonly steps: readonly string[];
    readonly blockNumber: number;
  };
  /** A step succeeded on the fork, the `count`-th. */
  readonly rehearsing: { readonly step: string; readonly count: number };
  /** The chain cannot be forked, as the node says: steps are sent one at a time, each with the chain's own estimate. */
  readonly notRehearsed: { readonly reason: string };
  /** Pending transactions of an earlier run pay up to this price, more than this run may. In wei per gas. */
  readonly signedAboveCap: { readonly count: number; readonly price: bigint; readonly cap: bigint };
  /** Steps that are on the chain must be sent again, because their inputs changed. */
  readonly repeated: { readonly steps: readonly string[] };
  /** Waiting for pending transactions of other programs. */
  readonly waitingForOthers: { readonly account: string; readonly count: number };
  /** A step is signed and journaled; it may be sent from now on. */
  readonly signed: {
    readonly step: string;
    readonly from: string;
    readonly nonce: number;
    readonly transactionHash: string;
  };
  /** A node accepted a step's transaction, for the first time or again. */
  readonly sent: { readonly step: string; readonly transactionHash: string };
  /** Waiting for the confirmations of sent transactions; reported once per block, with the latest block. */
  readonly waiting: { readonly count: number; readonly blockNumber: number };
  /** For so many seconds, the chain has made no block that would have or confirm sent transactions. */
  readonly noBlocks: {
    readonly seconds: number;
    readonly confirmations: number;
    /** Sent transactions that are in no block. */
    readonly unmined: number;
  };
  /** A replacement transaction was signed for a pending one. It may pay up to this price, in wei per gas. */
  readonly feeRaised: {
    readonly step: string;
    readonly price: bigint;
    readonly transactionHash: string;
  };
  /** A step has its confirmations. */
  readonly mined: {
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
  };
  /** A step was sent without a journal, to a chain in this process or one whose node signs, and is done. */
  readonly performed: {
    readonly step: string;
    /** Steps so far, including this one. */
    readonly count: number;
    readonly transactionHash: string;
  };
  /** The chain differs from the rehearsal; the remaining steps are rehearsed again. */
  readonly diverged: { readonly reason: string };
  /** A contract that this step deployed is not what it should be, such as initialized by a stranger. It is redeployed. */
  readonly leftBehind: { readonly step: string; readonly contract: string };
  /** The migration is done, and its result is being read from the chain. */
  readonly checking: object;
  /** The result file has a DAO of this name on this chain from the same inputs, and another one is being created. */
  readonly daoExists: { readonly file: string; readonly dao: string; readonly avatar: string };
  /** An entry left the top of the result file for its list `others`. */
  readonly movedToOthers: {
    readonly file: string;
    readonly network: string;
    readonly chainId: number;
    /** Absent if the entry does not say it. */
    readonly arcVersion: string | undefined;
    /** Names of its DAO and its demo test's DAO. */
    readonly daos: readonly string[];
  };
  /** The result file was the predecessor's, which is kept under another name. */
  readonly predecessorKept: { readonly file: string; readonly kept: string };
}

type EventOf<Type extends keyof MigrationEvents> = { readonly type: Type } & MigrationEvents[Type];

/** What happens during a migration, reported as it happens. */
export type MigrationEvent = {
  [Type in keyof MigrationEvents]: EventOf<Type>;
}[keyof MigrationEvents];

/** A step has its confirmations. */
export type MinedEvent = EventOf<"mined">;
export type PerformedEvent = EventOf<"performed">;

export type OnEvent = (event: MigrationEvent) => void;

/** A function for each kind of event, so that the compiler reports one that is not handled. */
export type MigrationListener<Answer> = {
  readonly [Type in keyof MigrationEvents]: (facts: MigrationEvents[Type]) => Answer;
};
