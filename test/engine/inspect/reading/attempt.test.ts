import { expect } from "chai";

import { attempt, Unknowable } from "../../../../src/engine/inspect/reading/attempt.js";
import { InterruptionError } from "../../../../src/foundation/support/errors.js";
import { rejected } from "../../../rejection.js";

describe("attempt", () => {
  const failing = async (error: Error) =>
    await attempt(async () => await Promise.reject<number>(error));

  it("says why something was not read, as part of a sentence", async () => {
    expect(await attempt(async () => await Promise.resolve(5))).to.equal(5);
    const node = new Error("The node has no events. Use another node.");
    expect(await failing(node)).to.deep.equal({
      notRead: "The node has no events. Use another node",
    });
    const unknown = new Unknowable("its code is unknown");
    expect(await failing(unknown)).to.deep.equal({
      notRead: "its code is unknown",
      unknowable: true,
    });
  });

  it("passes an interruption on", async () => {
    await rejected(failing(new InterruptionError("Stopped.")), InterruptionError);
  });
});
