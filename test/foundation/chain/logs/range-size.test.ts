import { expect } from "chai";

import { RangeSize } from "../../../../src/foundation/chain/logs/range-size.js";

describe("RangeSize", () => {
  it("falls below what one of several nodes refuses, although another one took as much", () => {
    const range = new RangeSize();
    range.wasTaken(1000);
    range.wasRefused(500);
    expect(range.size).to.equal(250);
    range.wasRefused(250);
    expect(range.size).to.equal(125);
    range.wasTaken(125);
    expect([range.size, range.isOpen]).to.deep.equal([187, true]);
    // What is refused now is taken by the next node.
    range.wasRefused(187);
    range.wasTaken(187);
    expect([range.size, range.isOpen]).to.deep.equal([187, false]);
  });

  it("trusts a limit that a node names until that is refused, too", () => {
    const range = new RangeSize();
    range.wasRefused(1000, 100);
    expect(range.size).to.equal(100);
    range.wasRefused(100, 100);
    expect(range.size).to.equal(50);
  });
});
