import { formatEther } from "ethers";

import { noteOf } from "../describe/event-notes.js";
import type {
  MigrationEvent,
  MigrationListener,
  MinedEvent,
  OnEvent,
  PerformedEvent,
} from "../../engine/execution/steps/event.js";
import { printable } from "../../foundation/support/printable.js";

/** Shows the progress of a migration. */
export interface Progress {
  readonly onEvent: OnEvent;
  /** Shows what is being done if no event does. */
  status(text: string): void;
  /** Prints a permanent line. */
  note(message: string): void;
  /** Clears the moving line, such as before a question. The next event or status shows it again. */
  end(): void;
}

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Progress for a run: a moving line on a terminal, otherwise one line per step, or nothing. */
export function progressOn(output: Output, quiet: boolean): Progress {
  return quiet ? { onEvent() {}, status() {}, note() {}, end() {} } : new ShownProgress(output);
}

const CLEAR_LINE = "\r\u001b[2K";
const SPINNER = ["|", "/", "-", "\\"];
const BETWEEN_FRAMES_MS = 120;

/** A finished step. On a live network, with the total number of steps, its block, and its cost. */
type DoneEvent = PerformedEvent | MinedEvent;

class ShownProgress implements Progress {
  readonly #output: Output;
  /** Whether one line moves; otherwise, each finished step gets a line. */
  readonly #moves: boolean;
  /** When the first event or status came, in milliseconds: before that, files are opened and contracts compiled. */
  #start: number | undefined;
  #what = "";
  #done: DoneEvent | undefined;
  /** In wei. */
  #cost = 0n;
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output) {
    this.#output = output;
    this.#moves = output.isTTY === true && process.env["TERM"] !== "dumb";
  }

  readonly onEvent = (event: MigrationEvent): void => {
    this.#start ??= performance.now();
    if (isDone(event)) {
      this.#done = event;
      if (event.type === "mined") this.#cost += event.fee ?? 0n;
    }
    const doing = DOING[event.type] as ((facts: MigrationEvent) => string) | undefined;
    this.#what = printable(doing?.(event) ?? this.#what);
    if (!this.#moves && isDone(event)) {
      const block = event.type === "mined" && `block ${event.blockNumber}`;
      this.#output.write(`${this.#line(countOf(event), block, printable(event.step))}\n`);
    }
    const note = noteOf(event);
    if (note !== undefined) this.note(note);
    this.#show();
  };

  status(text: string): void {
    this.#start ??= performance.now();
    this.#what = printable(text);
    this.#show();
  }

  note(message: string): void {
    this.#output.write(`${this.#moves ? CLEAR_LINE : ""}${printable(message)}\n`);
    if (this.#timer !== undefined) this.#draw();
  }

  end(): void {
    if (!this.#moves) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#output.write(CLEAR_LINE);
  }

  #show(): void {
    if (!this.#moves) return;
    this.#timer ??= setInterval(() => {
      this.#frame++;
      this.#draw();
    }, BETWEEN_FRAMES_MS).unref();
    this.#draw();
  }

  #draw(): void {
    const width = (this.#output.columns ?? 80) - 1;
    const share = this.#done !== undefined && bar(this.#done) + countOf(this.#done);
    const line = `${SPINNER[this.#frame % SPINNER.length]} ${this.#line(share, false, this.#what)}`;
    this.#output.write(CLEAR_LINE + line.slice(0, width));
  }

  /** The share that is done, the time and cost so far, and what it is doing. */
  #line(share: string | false, block: string | false, what: string): string {
    const now = performance.now();
    const seconds = ((now - (this.#start ?? now)) / 1000).toFixed(1).padStart(5);
    const cost = this.#cost > 0n && `cost ${Number(formatEther(this.#cost)).toFixed(6)}`;
    return [share, `${seconds} s`, block, cost, what].filter(Boolean).join("  ");
  }
}

const BAR_WIDTH = 20;

/** For events that say what is being done. */
const DOING: Partial<MigrationListener<string>> = {
  resumed: () => "Checking the signed steps",
  rehearsing: ({ count, step }) => `Rehearsing ${count}  ${step}`,
  diverged: () => "Rehearsing",
  waitingForOthers: ({ count }) => `Waiting for ${count} other transactions`,
  signed: ({ step }) => `Signed ${step}`,
  sent: ({ step }) => `Sent ${step}`,
  waiting: ({ count, blockNumber }) => `${count} sent, waiting for block ${blockNumber + 1}`,
  mined: ({ blockNumber, step }) => `block ${blockNumber}  ${step}`,
  performed: ({ step }) => step,
  checking: () => "Checking the result on the chain",
};

function isDone(event: MigrationEvent): event is DoneEvent {
  return event.type === "mined" || event.type === "performed";
}

function countOf(done: DoneEvent): string {
  const total = done.type === "mined" ? `/${done.total}` : "";
  return String(done.count).padStart(3) + total;
}

function bar(done: DoneEvent): string {
  if (done.type !== "mined" || done.total === 0) return "";
  const part = Math.min(BAR_WIDTH, Math.round((done.count / done.total) * BAR_WIDTH));
  return `[${"#".repeat(part)}${".".repeat(BAR_WIDTH - part)}] `;
}
