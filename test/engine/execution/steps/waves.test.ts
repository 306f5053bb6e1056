import { expect } from "chai";
import fc from "fast-check";

import type { StepRequest } from "../../../../src/engine/execution/steps/step.js";
import { Waves } from "../../../../src/engine/execution/steps/waves.js";

const step = (from: string, options: Partial<StepRequest> = {}): StepRequest => ({
  step: "a step",
  from,
  data: "0x",
  ...options,
});

/** Returns the waves of consecutive steps; "clock" is a move of the clock. */
function wavesOf(row: readonly (StepRequest | "clock")[]): number[] {
  const waves = new Waves();
  return row.map((entry) =>
    entry === "clock" ? waves.ofClock() : waves.ofTransaction(entry).wave,
  );
}

describe("Waves", () => {
  it("put one sender's steps into one wave", () => {
    expect(wavesOf([step("a"), step("a"), step("a")])).to.deep.equal([0, 0, 0]);
  });

  it("start again when the sender changes", () => {
    expect(wavesOf([step("a"), step("b"), step("b"), step("a")])).to.deep.equal([0, 1, 1, 2]);
  });

  it("keep a group of several senders together, separate from what comes before and after", () => {
    const group = "votes";
    const row = [step("a"), step("a", { group }), step("b", { group }), step("b")];
    expect(wavesOf(row)).to.deep.equal([0, 1, 1, 2]);
    expect(wavesOf([step("a", { group: "x" }), step("b", { group: "y" })])).to.deep.equal([0, 1]);
  });

  it("start again after a checkpoint", () => {
    const row = [step("a"), step("a", { checkpoint: true }), step("a")];
    expect(wavesOf(row)).to.deep.equal([0, 0, 1]);
    expect(wavesOf([step("a", { checkpoint: true }), step("b")])).to.deep.equal([0, 1]);
  });

  it("start again before a final step, unless the one before it is of the same kind", () => {
    const schemes = step("a", { final: "schemes" });
    const row = [step("a"), schemes, schemes, step("a"), schemes, step("a", { final: "goodbye" })];
    expect(wavesOf(row)).to.deep.equal([0, 1, 1, 1, 2, 3]);
    expect(wavesOf([step("a", { checkpoint: true }), schemes])).to.deep.equal([0, 1]);
  });

  it("start again on request", () => {
    const waves = new Waves();
    const row = [true, false, true].map((starts) => waves.ofTransaction(step("a"), starts).wave);
    expect(row).to.deep.equal([0, 0, 1]);
  });

  it("start again before a call that tells another contract of one that they create", () => {
    const [created, other] = ["Aa", "bb"].map((byte) => `0x${byte.repeat(20)}`) as [string, string];
    const waves = new Waves();
    const call = (to: string, about: string) =>
      waves.ofTransaction(step("a", { to, data: `0x12345678${about.slice(2).padStart(64, "0")}` }));
    expect(waves.ofTransaction(step("a"))).to.deep.equal({ wave: 0, isBarrier: false });
    waves.created(created);
    expect(call(other, other), "about another").to.deep.equal({ wave: 0, isBarrier: false });
    expect(call(created.toLowerCase(), created), "to it").to.include({ wave: 0 });
    expect(call(other, created.toLowerCase())).to.deep.equal({ wave: 1, isBarrier: true });
    expect(call(other, created), "proven by now").to.deep.equal({ wave: 1, isBarrier: false });
  });

  it("give a move of the clock a wave of its own", () => {
    expect(wavesOf([step("a"), "clock", step("a")])).to.deep.equal([0, 1, 2]);
    expect(wavesOf(["clock", "clock", step("a")])).to.deep.equal([0, 1, 2]);
    expect(wavesOf([step("a"), "clock", "clock", step("b")])).to.deep.equal([0, 1, 2, 3]);
  });

  it("never contain both a step and an earlier one that it may depend on", () => {
    const entry = fc.oneof(
      fc.constant("clock" as const),
      fc.record({
        step: fc.constant("a step"),
        data: fc.constant("0x"),
        from: fc.constantFrom("a", "b", "c"),
        group: fc.constantFrom(undefined, undefined, "x", "y"),
        checkpoint: fc.constantFrom(false, false, true),
        final: fc.constantFrom(undefined, undefined, "schemes" as const, "goodbye" as const),
      }),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (row) => {
        const waves = wavesOf(row);
        for (const [later, second] of row.entries()) {
          for (const [earlier, first] of row.slice(0, later).entries()) {
            const wave = waves[later] ?? NaN;
            expect(wave).to.be.at.least(waves[earlier] ?? NaN);
            if (wave !== waves[earlier]) continue;
            if (first === "clock" || second === "clock") expect.fail("beside a clock");
            expect(first.checkpoint, "beside a checkpoint").to.equal(false);
            const between = row.slice(earlier, later) as StepRequest[];
            const isSettled = between.every(({ final }) => final === second.final);
            expect(second.final === undefined || isSettled, "before a final one").to.equal(true);
            const grouped = first.group !== undefined && first.group === second.group;
            expect(grouped || first.from === second.from, "beside another sender").to.equal(true);
            expect(first.group).to.equal(second.group);
          }
        }
      }),
    );
  });
});
