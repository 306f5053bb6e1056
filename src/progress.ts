import type { StepEvent } from "./execution/direct-deployer.js";

/** Shows a migration while it runs. */
export interface Progress {
  step(event: StepEvent): void;
  note(message: string): void;
  /** Clears what is shown of the step under way. */
  end(): void;
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
  readonly #start = performance.now();

  constructor(output: Output) {
    this.#output = output;
  }

  step(event: StepEvent): void {
    this.#output.write(`${stepLine(event, this.#start)}\n`);
  }

  note(message: string): void {
    this.#output.write(`${message}\n`);
  }

  end(): void {}
}

class TerminalProgress implements Progress {
  readonly #output: Output;
  readonly #start = performance.now();

  constructor(output: Output) {
    this.#output = output;
  }

  step(event: StepEvent): void {
    const width = (this.#output.columns ?? 80) - 1;
    this.#output.write(`\r\u001b[2K${stepLine(event, this.#start).slice(0, width)}`);
  }

  note(message: string): void {
    this.end();
    this.#output.write(`${message}\n`);
  }

  end(): void {
    this.#output.write("\r\u001b[2K");
  }
}

function stepLine({ step, count }: StepEvent, start: number): string {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return `${String(count).padStart(3)}  ${seconds.padStart(5)} s  ${step}`;
}
