import type { MigrationEvent, OnEvent } from "../execution/steps/event.js";
import { printable } from "../support/printable.js";
import { noteOf } from "../describe/event-notes.js";
import { ProgressState } from "./progress-state.js";

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
  if (quiet) return { onEvent() {}, status() {}, note() {}, end() {} };
  const moves = output.isTTY === true && process.env["TERM"] !== "dumb";
  return moves ? new TerminalProgress(output) : new LineProgress(output);
}

class LineProgress implements Progress {
  readonly #output: Output;
  readonly #state = new ProgressState();

  constructor(output: Output) {
    this.#output = output;
  }

  readonly onEvent = (event: MigrationEvent): void => {
    this.#state.tell(event);
    if (isDone(event)) this.#output.write(`${this.#state.stepLine()}\n`);
    const note = noteOf(event);
    if (note !== undefined) this.note(note);
  };

  status(): void {}

  note(message: string): void {
    this.#output.write(`${printable(message)}\n`);
  }

  end(): void {}
}

const CLEAR_LINE = "\r\u001b[2K";
const SPINNER = ["|", "/", "-", "\\"];
/** Milliseconds between two updates of the line. */
const BETWEEN_FRAMES = 120;

class TerminalProgress implements Progress {
  readonly #output: Output;
  readonly #state = new ProgressState();
  #frame = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  readonly onEvent = (event: MigrationEvent): void => {
    this.#state.tell(event);
    const note = noteOf(event);
    if (note !== undefined) this.note(note);
    this.#show();
  };

  status(text: string): void {
    this.#state.status = text;
    this.#show();
  }

  note(message: string): void {
    this.#output.write(`${CLEAR_LINE}${printable(message)}\n`);
    if (this.#timer !== undefined) this.#draw();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#output.write(CLEAR_LINE);
  }

  #show(): void {
    this.#timer ??= setInterval(() => {
      this.#frame++;
      this.#draw();
    }, BETWEEN_FRAMES).unref();
    this.#draw();
  }

  #draw(): void {
    const width = (this.#output.columns ?? 80) - 1;
    const line = `${SPINNER[this.#frame % SPINNER.length]} ${this.#state.line()}`;
    this.#output.write(CLEAR_LINE + line.slice(0, width));
  }
}

function isDone({ type }: MigrationEvent): boolean {
  return type === "mined" || type === "performed";
}
