import { createRequire, syncBuiltinESMExports } from "node:module";
import type * as Timers from "node:timers/promises";

import { expect } from "chai";

import { rejection } from "../../rejection.js";
import { RetryableError, withRetries } from "../../../src/foundation/chain/retry.js";

const timers = createRequire(import.meta.url)("node:timers/promises") as typeof Timers;

describe("withRetries", () => {
  const { setTimeout: sleep } = timers;
  function sleepsBy(setTimeout: unknown): void {
    Object.assign(timers, { setTimeout });
    syncBuiltinESMExports();
  }
  afterEach(() => sleepsBy(sleep));

  /** Seconds after which a node that limits requests for ever is given up. */
  async function secondsAt(wait?: number): Promise<number> {
    let waited = 0;
    sleepsBy((milliseconds: number) => Promise.resolve((waited += milliseconds)));
    const attempt = () => Promise.reject(new RetryableError("HTTP 429", { kind: "limit", wait }));
    const giveUp = () => new Error("given up");
    await rejection(withRetries(attempt, { attempts: 8, backoff: 250 }, giveUp));
    return waited / 1000;
  }

  it("gives up after a minute, or a minute and a half if the node asks for long waits", async () => {
    expect(await secondsAt()).to.equal(61);
    expect(await secondsAt(600_000)).to.equal(90);
  });
});
