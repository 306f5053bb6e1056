import { expect } from "chai";

import {
  InterruptionError,
  MigrationError,
  UsageError,
} from "../../../src/foundation/support/errors.js";
import { completion } from "../../../src/interfaces/commands/completion.js";
import { plan } from "../../../src/interfaces/commands/plan.js";
import { exitCodeOf, exitWords } from "../../../src/output/terminal/exit-codes.js";

describe("the exit code", () => {
  it("of an error is what its kind means, and none for a bug", () => {
    for (const [error, code] of [
      [new MigrationError("no"), 1],
      [new UsageError("no"), 2],
      [new InterruptionError("stop"), 130],
      [new DOMException("stop", "AbortError"), 130],
      [new TypeError("x is null"), undefined],
    ] as const) {
      expect(exitCodeOf(error), String(error)).to.equal(code);
    }
  });

  it("of each command is told with what it means there", () => {
    expect(exitWords(undefined)).to.equal("0 done, 1 failed, 2 wrong usage, 130 interrupted");
    expect(exitWords(completion.exits)).to.equal("0 done, 2 wrong usage");
    expect(exitWords(plan.exits)).to.include(", 3 there is something to do, 4 nothing to do");
  });
});
