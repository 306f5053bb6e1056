import { expect } from "chai";

import { madeOnce, onceUnlessFailed } from "../../../src/foundation/support/once.js";
import { rejection } from "../../rejection.js";

/** Counts how often it is asked; the first answer fails. */
function failingFirst() {
  let count = 0;
  const ask = async (): Promise<number> => {
    count += 1;
    if (count === 1) throw new Error("not yet");
    return await Promise.resolve(count);
  };
  return { ask, count: () => count };
}

describe("once", () => {
  it("asks once for each key, also while the answer is under way", async () => {
    const answers = new Map<string, Promise<string>>();
    const asked: string[] = [];
    const ask = (key: string) => async () => {
      asked.push(key);
      return await Promise.resolve(`${key}!`);
    };
    const found = await Promise.all(["a", "b", "a"].map((key) => madeOnce(answers, key, ask(key))));
    expect(found).to.deep.equal(["a!", "b!", "a!"]);
    expect(asked).to.deep.equal(["a", "b"]);
  });

  it("keeps a failure, unless it is told not to", async () => {
    const [kept, forgotten] = [failingFirst(), failingFirst()];
    const [first, second] = [
      new Map<string, Promise<number>>(),
      new Map<string, Promise<number>>(),
    ];
    for (let time = 0; time < 2; time += 1) {
      expect((await rejection(madeOnce(first, "key", kept.ask))).message).to.equal("not yet");
    }
    expect(kept.count()).to.equal(1);
    await rejection(onceUnlessFailed(second, "key", forgotten.ask));
    expect(await onceUnlessFailed(second, "key", forgotten.ask)).to.equal(2);
    expect(await onceUnlessFailed(second, "key", forgotten.ask)).to.equal(2);
  });
});
