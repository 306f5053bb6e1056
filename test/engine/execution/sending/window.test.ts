import { expect } from "chai";

import { Window } from "../../../../src/engine/execution/sending/window.js";

describe("Window", () => {
  const room = (window: Window, gas = 0n) => {
    let count = 0;
    while (window.hasRoom(count, gas, 100n)) count++;
    return count;
  };

  it("has room for 16 at first, whatever their gas, and for 4 times as many once they are mined", () => {
    const window = new Window();
    expect([room(window), room(window, 1_000n)]).to.deep.equal([16, 16]);
    window.grow(16);
    expect([room(window), room(window, 1_000n)]).to.deep.equal([64, 16]);
  });

  it("never has room for more than 1,024", () => {
    const window = new Window();
    for (let block = 0; block < 20; block++) window.grow(1_000);
    expect(room(window)).to.equal(1_024);
  });

  it("shrinks to what a node keeps, at least 1, and grows by one per block from there", () => {
    const window = new Window();
    window.grow(100);
    window.shrink(40);
    expect(room(window)).to.equal(40);
    window.grow(40);
    window.grow(40);
    expect(room(window)).to.equal(42);
    window.shrink(0);
    expect(room(window)).to.equal(1);
    window.grow(0);
    expect(room(window)).to.equal(1);
  });
});
