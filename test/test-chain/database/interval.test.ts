import { expect } from "chai";

import { intervalOf, mineAtInterval } from "../../../src/test-chain/database/interval.js";

describe("intervalOf", () => {
  for (const [params, interval] of [
    [[0], 0],
    [[500], 500],
    [[[5, 5]], [5, 5]],
    [[[5, 7]], [5, 7]],
    [[[7, 5]], undefined],
    [[[5]], undefined],
    [[[-1, 5]], undefined],
    [[1.5], undefined],
    [[1, 2], undefined],
    [[], undefined],
  ] as const) {
    it(`takes ${JSON.stringify(params)} ${interval === undefined ? "for none" : "as it is"}`, () => {
      expect(intervalOf(params)).to.deep.equal(interval);
    });
  }
});

describe("mineAtInterval", () => {
  const { setTimeout } = globalThis;
  const { random } = Math;
  afterEach(() => {
    globalThis.setTimeout = setTimeout;
    Math.random = random;
  });

  it("waits between the two bounds, both included, and not at all for 0", () => {
    const waits: unknown[] = [];
    globalThis.setTimeout = ((_next: unknown, milliseconds: number) => {
      waits.push(milliseconds);
      return setTimeout(() => {}, 0);
    }) as unknown as typeof setTimeout;
    for (const chance of [0, 0.5, 0.999_999]) {
      Math.random = () => chance;
      mineAtInterval([5, 7], async () => await Promise.resolve())();
    }
    mineAtInterval(9, async () => await Promise.resolve())();
    mineAtInterval(0, async () => await Promise.resolve())();
    expect(waits).to.deep.equal([5, 6, 7, 9]);
  });
});
