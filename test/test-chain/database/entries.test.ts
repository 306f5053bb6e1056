import { expect } from "chai";
import * as fc from "fast-check";

import {
  decodeEntries,
  encodeEntry,
  type Change,
} from "../../../src/test-chain/database/entries.js";

const change = fc.record({
  kind: fc.constant("change" as const),
  method: fc.string(),
  params: fc.array(fc.jsonValue()),
}) as fc.Arbitrary<Change>;

describe("entries of a persisted chain", () => {
  it("are read as they were written", () => {
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const bytes = Buffer.from(changes.map(encodeEntry).join(""));
        const { entries, length } = decodeEntries(bytes, "x");
        // JSON has no -0.
        expect(entries).to.deep.equal(JSON.parse(JSON.stringify(changes)));
        expect(length).to.equal(bytes.length);
      }),
    );
  });

  it("are read without an incomplete one at the end, wherever it was cut", () => {
    const whole = encodeEntry({ kind: "change", method: "evm_mine", params: ["ü"] });
    const length = Buffer.byteLength(whole);
    const bytes = Buffer.from(whole + whole);
    for (let cut = length; cut < bytes.length; cut++) {
      const decoded = decodeEntries(bytes.subarray(0, cut), "x");
      expect(decoded.entries).to.have.lengthOf(1);
      expect(decoded.length).to.equal(length);
    }
  });

  it("are refused with their position if a single bit is different", () => {
    const lines = ["a", "b", "c"].map((method) =>
      encodeEntry({ kind: "change", method, params: [] }),
    );
    const bytes = Buffer.from(lines.join(""));
    const first = lines[0]!.length;
    for (let position = first; position < first + lines[1]!.length - 1; position++) {
      const damaged = Buffer.from(bytes);
      damaged[position]! ^= 1;
      // A byte that becomes a line break makes two lines, and the first is wrong, too.
      expect(() => decodeEntries(damaged, "the/file"), String(position)).to.throw(
        `the/file is damaged at entry 2 (byte ${first})`,
      );
    }
  });
});
