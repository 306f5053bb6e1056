import { expect } from "chai";

import { InterruptionError } from "../../../src/foundation/support/errors.js";
import { askPassword, askYesNo, canAsk } from "../../../src/output/terminal/prompt.js";
import { asked, withInput } from "./pressed-keys.js";
import { rejected, rejection } from "../../rejection.js";

describe("askYesNo", () => {
  it("takes only y and yes as a yes", async () => {
    for (const [keys, expected] of [
      ["y\r", true],
      [" YES \r", true],
      ["\r", false],
      ["yep\r", false],
      ["n\r", false],
    ] as const) {
      const { result, stderr } = await asked(keys, async () => await askYesNo("Send?"));
      expect(result, keys).to.equal(expected);
      expect(stderr).to.include("Send? (y/N) ");
    }
  });

  it("takes the end of the input as a no, and Ctrl-C as an interruption", async () => {
    const { result } = await asked("\u0004", async () => await askYesNo("Send?"));
    expect(result).to.equal(false);
    const error = await rejection(asked("\u0003", async () => await askYesNo("Send?")));
    expect(error).to.be.instanceOf(InterruptionError);
  });

  it("does not count what was typed before the question, but stops at a Ctrl-C", async () => {
    const ask = async () => await askYesNo("Send?");
    expect((await asked("\r", ask, "yes\ry\r")).result).to.equal(false);
    expect((await asked("y\r", ask, "n\r")).result).to.equal(true);
    await rejected(asked("", ask, "y\r\u0003"), InterruptionError);
  });

  it("stops asking when the migration is interrupted", async () => {
    const signal = AbortSignal.abort();
    const error = await rejection(asked("", async () => await askYesNo("Send?", signal)));
    expect(error.message).to.equal("Interrupted at the question.");
  });

  it("passes nothing through that a terminal would obey", async () => {
    const { stderr } = await asked("y\r", async () => await askYesNo("Send \u202eall?"));
    expect(stderr).to.include("Send \\u202eall?").and.not.include("\u202e");
  });
});

describe("askPassword", () => {
  it("does not show what is typed", async () => {
    const { result, stderr, stdout, raw } = await asked(
      "correct horse\r",
      async () => await askPassword("Password"),
    );
    expect(result).to.equal("correct horse");
    expect(stderr).to.equal("Password: \n");
    expect(stdout).to.equal("");
    // Once to drop what the terminal kept back, once for the question; the shell gets its terminal as it was.
    expect(raw).to.deep.equal([true, false, true, false]);
  });
});

describe("canAsk", () => {
  it("needs a terminal for input and for questions", () => {
    for (const [input, shown] of [
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      expect(withInput(() => canAsk(), [input, shown])).to.equal(input && shown);
    }
  });
});
