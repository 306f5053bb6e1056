import { expect } from "chai";

import { FutureSlots } from "../../../../src/engine/execution/fork/future-slots.js";

const CONTRACT = "0x01";

/** Returns the slots that are likely to be read after three consecutive ones. */
function afterThree(first: bigint): readonly bigint[] {
  const slots = new FutureSlots();
  for (const slot of [first, first + 1n]) expect(slots.after(CONTRACT, slot)).to.deep.equal([]);
  return slots.after(CONTRACT, first + 2n);
}

describe("SlotsToCome", () => {
  it("are slots of structs in mappings, and not a contract's own variables", () => {
    expect(afterThree(2n ** 64n - 3n)).to.deep.equal([]);
    expect(afterThree(2n ** 64n - 2n)).to.deep.equal([1n, 2n, 3n, 4n].map((n) => 2n ** 64n + n));
  });

  it("go on at slot 0 after the last one", () => {
    expect(afterThree(2n ** 256n - 4n)).to.deep.equal([2n ** 256n - 1n, 0n, 1n, 2n]);
  });
});
