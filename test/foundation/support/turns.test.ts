import { expect } from "chai";

import { Turns } from "../../../src/foundation/support/turns.js";

describe("Turns", () => {
  it("runs a given number at a time, and the others in order", async () => {
    const turns = new Turns(3);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        turns.run(async () => {
          started.push(index);
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, index % 4));
          running--;
          return index;
        }),
      ),
    );
    expect(most).to.equal(3);
    expect(started).to.deep.equal([...started].sort((a, b) => a - b));
    expect(results).to.deep.equal(started);
  });

  it("continues after a task that fails", async () => {
    const turns = new Turns(1);
    const failing = turns.run(() => Promise.reject(new Error("no")));
    const next = turns.run(() => Promise.resolve("yes"));
    expect(await failing.catch((error: Error) => error.message)).to.equal("no");
    expect(await next).to.equal("yes");
    expect(await turns.run(() => Promise.resolve("again"))).to.equal("again");
  });

  it("handles 30,000 tasks without slowing down", async () => {
    const turns = new Turns(8);
    const started = process.cpuUsage();
    await Promise.all(Array.from({ length: 30_000 }, () => turns.run(async () => {})));
    // Not by the clock: other processes may be at work.
    expect(process.cpuUsage(started).user).to.be.below(1_500_000);
  });
});
