import { expect } from "chai";

import {
  callOf,
  codeHash,
  transactionsOf,
  type Planned,
} from "../../../../src/engine/execution/steps/plan.js";
import { wavesOf } from "../../../../src/engine/execution/steps/waves.js";

describe("callOf", () => {
  const to = "0x00000000000000000000000000000000000000Aa";

  it("is the same for the same receiver, value and data, in any spelling of the address", () => {
    const call = callOf({ to, data: "0x01", value: 0n });
    expect(callOf({ to: to.toLowerCase(), data: "0x01" })).to.equal(call);
  });

  it("differs for everything else", () => {
    const calls = [
      callOf({ to, data: "0x01" }),
      callOf({ to, data: "0x02" }),
      callOf({ to, data: "0x01", value: 1n }),
      callOf({ data: "0x01" }),
      callOf({ to: to.replace("a", "b"), data: "0x01" }),
    ];
    expect(new Set(calls)).to.have.length(calls.length);
  });
});

describe("A plan", () => {
  const work = { from: "a", data: "0x", value: 0n, call: "", gas: 1n, gasUsed: 1n, logs: [] };
  const made = (name: string, wave: number): Planned => {
    return { kind: "transaction", step: name, ...work, wave };
  };
  const wait: Planned = { kind: "clock", step: "wait", seconds: 1, wave: 1 };
  const plan = [made("1", 0), made("2", 0), wait, made("3", 2)];

  it("is sent wave by wave", () => {
    const names = wavesOf(plan).map((wave) => wave.map(({ step: name }) => name));
    expect(names).to.deep.equal([["1", "2"], ["wait"], ["3"]]);
  });

  it("has the transactions without the moves of the clock", () => {
    expect(transactionsOf(plan).map(({ step: name }) => name)).to.deep.equal(["1", "2", "3"]);
  });
});

describe("codeHash", () => {
  it("is the same in any spelling of the code, and differs for other code", () => {
    expect(codeHash("0x60Ab")).to.equal(codeHash("0x60aB")).and.to.have.length(64);
    expect(codeHash("0x60ab")).to.not.equal(codeHash("0x60ac"));
  });
});
