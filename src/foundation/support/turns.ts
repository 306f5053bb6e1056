/** Runs up to a given number of tasks at a time; the others wait in the order in which they came. */
export class Turns {
  readonly #most: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** Index of the first waiting task. Removing it from the list would move all the others. */
  #first = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#most) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Passes the turn on directly, so that no other task can get in between. */
  #next(): void {
    const next = this.#waiting[this.#first];
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#first++;
    if (this.#first === this.#waiting.length) {
      this.#waiting.length = 0;
      this.#first = 0;
    }
    next();
  }
}
