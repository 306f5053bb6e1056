import { formatEther } from "ethers";

import type { MinedEvent, OnEvent, PerformedEvent } from "../execution/steps/event.js";
import { printable } from "../support/printable.js";
import { noteOf } from "./event-notes.js";

/** A step that is done; on a live network it is known of how many, in which block, and for how much. */
type ProgressEvent = Pick<PerformedEvent, "step" | "count"> &
  Partial<Pick<MinedEvent, "total" | "blockNumber" | "fee">>;

/** Shows a migration while it runs. */
export interface Progress {
  step(event: ProgressEvent): void;
  note(message: string): void;
  /** Clears what is shown of the step under way. */
  end(): void;
}

/** Shows the events of a migration in its progress. */
export function shownIn(progress: Progress): OnEvent {
  return (event) => {
    if (event.type === "mined" || event.type === "performed") progress.step(event);
    const note = noteOf(event);
    if (note !== undefined) progress.note(note);
  };
}

interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Progress for a run: one line that changes on a terminal, a line a step elsewhere, or nothing. */
export function progressOn(output: Output, quiet: boolean): Progress {
  if (quiet) return { step() {}, note() {}, end() {} };
  return output.isTTY === true ? new TerminalProgress(output) : new LineProgress(output);
}

class LineProgress implements Progress {
  readonly #output: Output;
  readonly #line = stepLines();

  constructor(output: Output) {
    this.#output = output;
  }

  step(event: ProgressEvent): void {
    this.#output.write(`${this.#line(event)}\n`);
  }

  note(message: string): void {
    this.#output.write(`${printable(message)}\n`);
  }

  end(): void {}
}

const CLEAR_LINE = "\r\u001b[2K";
const BAR_WIDTH = 20;

class TerminalProgress implements Progress {
  readonly #output: Output;
  readonly #line = stepLines();

  constructor(output: Output) {
    this.#output = output;
  }

  step(event: ProgressEvent): void {
    const width = (this.#output.columns ?? 80) - 1;
    this.#output.write(`${CLEAR_LINE}${(bar(event) + this.#line(event)).slice(0, width)}`);
  }

  note(message: string): void {
    this.end();
    this.#output.write(`${printable(message)}\n`);
  }

  end(): void {
    this.#output.write(CLEAR_LINE);
  }
}

function bar({ count, total }: ProgressEvent): string {
  if (total === undefined || total === 0) return "";
  const done = Math.min(BAR_WIDTH, Math.round((count / total) * BAR_WIDTH));
  return `[${"#".repeat(done)}${".".repeat(BAR_WIDTH - done)}] `;
}

/** Lines of the steps of one run: count, time, block and cost so far, and the step's name. */
function stepLines(): (event: ProgressEvent) => string {
  const start = performance.now();
  let cost = 0n;
  return ({ step, count, total, blockNumber, fee }) => {
    cost += fee ?? 0n;
    const seconds = `${((performance.now() - start) / 1000).toFixed(1).padStart(5)} s`;
    return [
      String(count).padStart(3) + (total === undefined ? "" : `/${total}`),
      seconds,
      ...(blockNumber === undefined ? [] : [`block ${blockNumber}`]),
      ...(cost === 0n ? [] : [`cost ${Number(formatEther(cost)).toFixed(6)}`]),
      printable(step),
    ].join("  ");
  };
}
