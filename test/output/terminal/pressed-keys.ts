import { PassThrough } from "node:stream";

import { captured } from "../../captured.js";
import { until } from "../../until.js";

/** A terminal's input, which notes each switch of its raw mode. */
export class Keys extends PassThrough {
  readonly raw: boolean[] = [];
  isTTY = true;

  setRawMode(raw: boolean): this {
    this.raw.push(raw);
    return this;
  }
}

/**
 * Runs with something else as standard input.
 * @param isTerminal whether input, and where questions are shown, are terminals
 */
export function withInput<Result>(
  run: (input: Keys) => Result,
  isTerminal: readonly [input: boolean, shown: boolean] = [false, false],
): Result {
  const before = Object.getOwnPropertyDescriptor(process, "stdin")!;
  const { isTTY } = process.stderr;
  const input = new Keys();
  input.isTTY = isTerminal[0];
  Object.defineProperty(process, "stdin", { configurable: true, value: input });
  process.stderr.isTTY = isTerminal[1];
  const restore = () => {
    Object.defineProperty(process, "stdin", before);
    process.stderr.isTTY = isTTY;
  };
  const result = run(input);
  if (result instanceof Promise) void result.finally(restore).catch(() => {});
  else restore();
  return result;
}

/**
 * Asks on a terminal with these keys pressed; returns the answer, what is shown, and the switches of the raw mode.
 * @param early keys that are pressed before the question is there
 */
export async function asked<Result>(keys: string, ask: () => Promise<Result>, early = "") {
  return await withInput(
    async (input) => {
      const run = await captured(async () => {
        input.write(early);
        let isAnswered = false;
        const answer = ask().finally(() => (isAnswered = true));
        const press = async () => {
          await until("question", () => isAnswered || input.listenerCount("keypress") > 0);
          input.write(keys);
        };
        if (keys !== "") await Promise.race([press(), answer]);
        return await answer;
      });
      return { ...run, raw: input.raw };
    },
    [true, true],
  );
}
