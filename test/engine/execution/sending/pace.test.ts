import { expect } from "chai";

import { Pace } from "../../../../src/engine/execution/sending/pace.js";
import { rejection } from "../../../rejection.js";

/** Returns a pace and the lengths of its waits so far, in milliseconds. */
function paceOf(polling: number, signal?: AbortSignal) {
  const waits: number[] = [];
  let now = 0;
  const clock = {
    now: () => now,
    sleep: (milliseconds: number) => {
      waits.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  };
  return { pace: new Pace({ polling, signal, clock }), waits, clock };
}

describe("Pace", () => {
  it("waits twice as long each time up to the polling interval, and 25 ms once something happened", async () => {
    const { pace, waits } = paceOf(300);
    for (const progressed of [false, false, false, false, true, false, true, true]) {
      await pace.pause(progressed);
    }
    expect(waits).to.deep.equal([50, 100, 200, 300, 25, 50, 25, 25]);
  });

  it("never waits longer than the polling interval", async () => {
    const { pace, waits } = paceOf(10);
    for (const progressed of [true, false]) await pace.pause(progressed);
    expect(waits).to.deep.equal([10, 10]);
  });

  it("polls less often once nothing has happened for long, until something does", async () => {
    const { pace, waits } = paceOf(100);
    for (let count = 0; count < 36; count++) await pace.pause(false);
    await pace.pause(true);
    await pace.pause(false);
    expect(waits.slice(28)).to.deep.equal([100, 100, 200, 400, 800, 1000, 1000, 1000, 25, 50]);
  });

  it("ends exactly a minute after the first wait since the user wanted to stop", async () => {
    const stop = new AbortController();
    const { pace, waits, clock } = paceOf(20_000, stop.signal);
    await clock.sleep(100_000);
    stop.abort();
    waits.splice(0);
    await pace.pause(true);
    await clock.sleep(59_974);
    await pace.pause(true);
    await clock.sleep(0);
    expect(waits, "59,999 ms are not a minute").to.deep.equal([25, 59_974, 25, 0]);
    expect(await rejection(pace.pause(true))).to.have.property("name", "InterruptionError");
    expect(waits).to.have.length(4);
    const { pace: other, clock: watch } = paceOf(20_000, stop.signal);
    await other.pause(true);
    await watch.sleep(59_975);
    expect(await rejection(other.pause(true))).to.have.property("name", "InterruptionError");
  });
});
