import { PassThrough } from "node:stream";

import { captured } from "../../captured.js";
import { until } from "../../until.js";

/** Runs with something else as standard input, which is no terminal. */
export function withInput<Result>(run: (input: PassThrough) => Result): Result {
  const before = Object.getOwnPropertyDescriptor(process, "stdin")!;
  const input = new PassThrough();
  Object.defineProperty(process, "stdin", { configurable: true, value: input });
  const restore = () => Object.defineProperty(process, "stdin", before);
  const result = run(input);
  if (result instanceof Promise) void result.finally(restore).catch(() => {});
  else restore();
  return result;
}

/**
 * Asks with these keys pressed; returns the answer and what the terminal shows.
 * @param early keys that are pressed before the question is there
 */
export async function asked<Result>(keys: string, ask: () => Promise<Result>, early = "") {
  return await withInput(async (input) => {
    return await captured(async () => {
      input.write(early);
      const answer = ask();
      const press = async () => {
        await until("question", () => input.listenerCount("keypress") > 0);
        input.write(keys);
      };
      if (keys !== "") await Promise.race([press(), answer]);
      return await answer;
    });
  });
}
