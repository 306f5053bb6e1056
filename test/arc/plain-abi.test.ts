import { expect } from "chai";
import { AbiCoder, getAddress, ParamType } from "ethers";
import fc from "fast-check";

import { decodePlain, encodePlain } from "../../src/arc/plain-abi.js";

const coder = AbiCoder.defaultAbiCoder();
const ADDRESS = getAddress(`0x${"abcdef0123".repeat(4)}`);

const bytesOf = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`);
const addresses = bytesOf(20).chain((address) => fc.constantFrom(address, getAddress(address)));

/** Types that take a word, each with values of it. */
const words = fc.oneof(
  fc.record({ type: fc.constant("address"), value: addresses }),
  fc.record({ type: fc.constant("bool"), value: fc.boolean() }),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) => fc.record({ type: fc.constant(`bytes${size}`), value: bytesOf(size) })),
  fc.integer({ min: 1, max: 32 }).chain((size) =>
    fc.record({
      type: fc.constant(`uint${size * 8}`),
      value: fc.bigInt(0n, (1n << BigInt(size * 8)) - 1n),
    }),
  ),
  fc.integer({ min: 1, max: 32 }).chain((size) =>
    fc.record({
      type: fc.constant(`int${size * 8}`),
      value: fc.bigInt(-(1n << BigInt(size * 8 - 1)), (1n << BigInt(size * 8 - 1)) - 1n),
    }),
  ),
);
const lists = fc
  .record({ word: words, length: fc.nat(4), isSized: fc.boolean() })
  .map(({ word: { type, value }, length, isSized }) => ({
    type: `${type}[${isSized ? length : ""}]`,
    value: Array.from({ length }, () => value),
  }));
const listsOfLists = words.map(({ type, value }) => ({
  type: `${type}[2][]`,
  value: [[value, value]],
}));
const texts = fc.oneof(
  fc.record({ type: fc.constant("string"), value: fc.string({ unit: "binary" }) }),
  fc.record({ type: fc.constant("bytes"), value: fc.nat(70).chain(bytesOf) }),
);
const usual = fc.array(fc.oneof(words, lists, listsOfLists, texts), { maxLength: 6 });

const typesOf = (parameters: readonly { readonly type: string }[]) =>
  parameters.map(({ type }) => ParamType.from(type));

describe("encodePlain", () => {
  it("encodes the usual values as ethers does", () => {
    fc.assert(
      fc.property(usual, (parameters) => {
        const types = typesOf(parameters);
        const values = parameters.map(({ value }) => value);
        expect(`0x${encodePlain(types, values)}`).to.equal(coder.encode(types, values));
      }),
    );
  });

  it("leaves to ethers whatever is not a value of its type", () => {
    const odd: readonly (readonly [string, unknown])[] = [
      ["address", ADDRESS.replace("A", "a")],
      ["address", ADDRESS.slice(2)],
      ["address", `${ADDRESS}00`],
      ["address", 1n],
      ["address", "vitalik.eth"],
      ["uint8", 256n],
      ["uint8", -1n],
      ["uint256", 1n << 256n],
      ["uint256", 1],
      ["uint256", "1"],
      ["int8", 128n],
      ["int8", -129n],
      ["bool", 1],
      ["bool", "false"],
      ["bytes4", "0x000000"],
      ["bytes4", "0x0000000000"],
      ["bytes4", "0x0000000g"],
      ["bytes4", "00000000"],
      ["bytes", "0x0"],
      ["bytes", new Uint8Array(1)],
      ["string", "\ud800"],
      ["string", 1n],
      ["uint8[2]", [1n]],
      ["uint8[2]", "12"],
      ["uint8[]", [1n, 256n]],
      ["uint8[]", { length: 0 }],
      ["string[]", ["a"]],
      ["tuple(uint8 a)", [1n]],
    ];
    for (const [type, value] of odd) {
      expect(encodePlain(typesOf([{ type }]), [value]), `${type} ${String(value)}`).to.equal(
        undefined,
      );
    }
  });

  it("never encodes what ethers would encode otherwise, or refuse", () => {
    fc.assert(
      fc.property(usual, fc.array(fc.anything(), { maxLength: 6 }), (parameters, values) => {
        const types = typesOf(parameters.slice(0, values.length));
        const plain = encodePlain(types, values.slice(0, types.length));
        if (plain === undefined) return;
        expect(`0x${plain}`).to.equal(coder.encode(types, values.slice(0, types.length)));
      }),
    );
  });
});

describe("decodePlain", () => {
  const dataOf = (count: number) => bytesOf(32 * count);

  it("decodes words as ethers does", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), (parameters) => {
        const types = typesOf(parameters);
        const data = coder.encode(
          types,
          parameters.map(({ value }) => value),
        );
        expect(decodePlain(types, data)).to.deep.equal(coder.decode(types, data).toArray());
      }),
    );
  });

  it("decodes words of any content as ethers does", () => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 4 }).chain((parameters) =>
          fc.record({
            parameters: fc.constant(parameters),
            data: fc.integer({ min: 0, max: 5 }).chain(dataOf),
          }),
        ),
        ({ parameters, data }) => {
          const types = typesOf(parameters);
          const plain = decodePlain(types, data);
          if (plain === undefined) return;
          expect(plain).to.deep.equal(coder.decode(types, data).toArray());
        },
      ),
    );
  });

  it("leaves to ethers what is not a word, or not of its type", () => {
    const odd: readonly (readonly [string, string])[] = [
      ["address", `0x${"01".repeat(32)}`],
      ["address", "0x"],
      ["uint256", `0x${"01".repeat(31)}`],
      ["uint256", `0x${"0g".repeat(32)}`],
      ["bytes32", `0x${"AB".repeat(32)}`],
      ["string", coder.encode(["string"], ["a"])],
      ["uint8[2]", coder.encode(["uint8[2]"], [[1, 2]])],
    ];
    for (const [type, data] of odd) {
      expect(decodePlain(typesOf([{ type }]), data), `${type} ${data}`).to.equal(undefined);
    }
  });

  it("gives addresses their checksums, also when it has seen more than it remembers", () => {
    const types = typesOf([{ type: "address" }]);
    const word = (index: number) => `0x${index.toString(16).padStart(64, "0")}`;
    for (let index = 0; index < 5000; index++) {
      if (index % 500 === 0) {
        const [address] = decodePlain(types, word(index)) ?? [];
        expect(address).to.equal(getAddress(word(index).replace("0".repeat(24), "")));
      } else {
        decodePlain(types, word(index));
      }
    }
    expect(
      decodePlain(types, `0x${"0".repeat(24)}${ADDRESS.slice(2).toLowerCase()}`),
    ).to.deep.equal([ADDRESS]);
  });
});
