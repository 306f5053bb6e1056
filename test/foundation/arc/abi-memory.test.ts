import { expect } from "chai";
import { ParamType } from "ethers";
import fc from "fast-check";

import { decodeOnce, encodeOnce } from "../../../src/foundation/arc/abi-memory.js";

/** A list of types that has not been used before. */
const newTypes = () => [ParamType.from("uint256")];
/** Returns a function that returns the number of its calls. */
const counter = () => {
  let count = 0;
  return () => `${++count}`;
};

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    fc.constantFrom<unknown>("", "1", 'n1,"', 1n, 1, true, "true", -1n, -1),
    fc.string(),
    fc.bigInt(),
    fc.integer(),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
})).value;

describe("encodeOnce", () => {
  it("encodes the same types and values once", () => {
    const [types, encode] = [newTypes(), counter()];
    for (let index = 0; index < 3; index++) {
      expect(encodeOnce(types, ["a", 1n, [true, 2]], encode)).to.equal("1");
    }
    expect(encodeOnce(newTypes(), ["a", 1n, [true, 2]], encode)).to.equal("2");
  });

  it("never mistakes values for others", () => {
    const lists = fc.array(values, { maxLength: 3 });
    fc.assert(
      fc.property(lists, lists, (one, other) => {
        const types = newTypes();
        encodeOnce(types, one, () => "one");
        let areSame = true;
        try {
          expect(other).to.deep.equal(one);
        } catch {
          areSame = false;
        }
        expect(encodeOnce(types, other, () => "other")).to.equal(areSame ? "one" : "other");
      }),
      { numRuns: 500 },
    );
  });

  it("encodes values that can change each time", () => {
    const [types, encode] = [newTypes(), counter()];
    for (const value of [new Uint8Array(1), { a: 1n }, null, undefined, [[{}]]]) {
      const first = encodeOnce(types, [value], encode);
      expect(encodeOnce(types, [value], encode)).to.not.equal(first);
    }
  });

  it("encodes again after a failure, and long values each time", () => {
    const types = newTypes();
    const fail = () => {
      throw new Error("does not fit");
    };
    expect(() => encodeOnce(types, [1n], fail)).to.throw("does not fit");
    expect(encodeOnce(types, [1n], () => "0x")).to.equal("0x");
    const encode = counter();
    for (const long of ["a".repeat(5000), Array.from({ length: 2000 }, () => 1n)]) {
      const first = encodeOnce(types, [long], encode);
      expect(encodeOnce(types, [long], encode)).to.not.equal(first);
    }
  });

  it("forgets everything after many entries", () => {
    const [types, encode] = [newTypes(), counter()];
    for (let index = 0; index < 10_000; index++) encodeOnce(types, [index], encode);
    expect(encodeOnce(types, [0], encode)).to.equal("10001");
  });
});

describe("decodeOnce", () => {
  it("decodes the same types and data once, and returns a new list each time", () => {
    const types = newTypes();
    const encode = counter();
    const decode = () => [encode(), "b"];
    const first = decodeOnce(types, "0x01", decode);
    first.pop();
    expect(decodeOnce(types, "0x01", decode)).to.deep.equal(["1", "b"]);
    expect(decodeOnce(types, "0x02", decode)).to.deep.equal(["2", "b"]);
    expect(decodeOnce(newTypes(), "0x01", decode)).to.deep.equal(["3", "b"]);
    // Encoding and decoding do not share results.
    expect(encodeOnce(types, ["0x01"], () => "encoded")).to.equal("encoded");
  });
});
