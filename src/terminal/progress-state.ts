import { formatEther } from "ethers";

import {
  notify,
  type MigrationEvent,
  type MigrationListener,
  type MinedEvent,
  type PerformedEvent,
} from "../execution/steps/event.js";
import { printable } from "../support/printable.js";

/** A finished step. On a live network, with the total number of steps, its block, and its cost. */
type DoneEvent = Pick<PerformedEvent, "step" | "count"> &
  Partial<Pick<MinedEvent, "total" | "blockNumber" | "fee">>;

const BAR_WIDTH = 20;

/** What a migration is doing, derived from its events. */
export class ProgressState {
  readonly #start = performance.now();
  #what = "";
  #done: DoneEvent | undefined;
  /** In wei. */
  #cost = 0n;
  readonly #listener: MigrationListener = {
    note: () => {},
    warning: () => {},
    parametersWarning: () => {},
    boostedProposalLeftOut: () => {},
    accountNotLocked: () => {},
    resumed: () => this.#set("Checking the signed steps"),
    journalSetAside: () => {},
    rehearsing: ({ step, count }) => this.#set(`Rehearsing ${count}  ${step}`),
    notRehearsed: () => {},
    signedAboveCap: () => {},
    repeated: () => {},
    waitingForOthers: ({ count }) => this.#set(`Waiting for ${count} other transactions`),
    signed: ({ step }) => this.#set(`Signed ${step}`),
    sent: ({ step }) => this.#set(`Sent ${step}`),
    waiting: ({ count, blockNumber }) =>
      this.#set(`${count} sent, waiting for block ${blockNumber + 1}`),
    feeRaised: () => {},
    mined: (event) => this.#add(event),
    performed: (event) => this.#add(event),
    diverged: () => this.#set("Rehearsing"),
    leftBehind: () => {},
    checking: () => this.#set("Checking the result on the chain"),
    daoExists: () => {},
    movedToOthers: () => {},
    predecessorKept: () => {},
  };

  /** Updates the state with an event. */
  tell(event: MigrationEvent): void {
    notify(this.#listener, event);
  }

  /** Sets what it is doing if no event says so. */
  set status(text: string) {
    this.#set(text);
  }

  /** One line: the share that is done, the time and cost so far, and what it is doing. */
  line(): string {
    return [
      ...(this.#done === undefined ? [] : [bar(this.#done) + countOf(this.#done)]),
      this.#seconds(),
      ...this.#costSoFar(),
      this.#what,
    ]
      .filter((part) => part !== "")
      .join("  ");
  }

  /** One line for the last finished step. */
  stepLine(): string {
    const { step = "", blockNumber } = this.#done ?? {};
    return [
      ...(this.#done === undefined ? [] : [countOf(this.#done)]),
      this.#seconds(),
      ...(blockNumber === undefined ? [] : [`block ${blockNumber}`]),
      ...this.#costSoFar(),
      printable(step),
    ].join("  ");
  }

  #set(text: string): void {
    this.#what = printable(text);
  }

  #add(event: DoneEvent): void {
    this.#done = event;
    this.#cost += event.fee ?? 0n;
    this.#set(
      event.blockNumber === undefined ? event.step : `block ${event.blockNumber}  ${event.step}`,
    );
  }

  #seconds(): string {
    return `${((performance.now() - this.#start) / 1000).toFixed(1).padStart(5)} s`;
  }

  #costSoFar(): string[] {
    return this.#cost === 0n ? [] : [`cost ${Number(formatEther(this.#cost)).toFixed(6)}`];
  }
}

function countOf({ count, total }: DoneEvent): string {
  return String(count).padStart(3) + (total === undefined ? "" : `/${total}`);
}

function bar({ count, total }: DoneEvent): string {
  if (total === undefined || total === 0) return "";
  const done = Math.min(BAR_WIDTH, Math.round((count / total) * BAR_WIDTH));
  return `[${"#".repeat(done)}${".".repeat(BAR_WIDTH - done)}] `;
}
