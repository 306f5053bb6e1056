import { expect } from "chai";
import fc from "fast-check";

import {
  exactNumber,
  toIndex,
  toInteger,
  toUint256,
  toUnits,
} from "../../../../src/foundation/params/file/numbers.js";

describe("numbers of a parameters file", () => {
  const WEI: [number | string | bigint, bigint][] = [
    [0.1, 10n ** 17n],
    ["0.1", 10n ** 17n],
    [".5", 5n * 10n ** 17n],
    ["5.", 5n * 10n ** 18n],
    [122.0, 122n * 10n ** 18n],
    ["1.000000000000000000000", 10n ** 18n],
    [1e21, 10n ** 39n],
    ["1e21", 10n ** 39n],
    [1e-7, 10n ** 11n],
    ["1E-18", 1n],
    [1000n, 10n ** 21n],
    ["12345678901234567890.123456789012345678", 12345678901234567890123456789012345678n],
    [-0, 0n],
    [1614764214000, 1614764214000n * 10n ** 18n],
  ];
  for (const [value, wei] of WEI) {
    it(`takes ${typeof value} ${String(value)} as ${wei} wei`, () => {
      expect(toUnits(value, 18)).to.equal(wei);
    });
  }

  const WRONG: [number | string, RegExp][] = [
    [-1, /negative/],
    ["-0.5", /negative/],
    ["0.0000000000000000001", /19 decimals/],
    [1e-19, /decimals/],
    [NaN, /not a number/],
    [Infinity, /not a number/],
    ["", /not a number/],
    [".", /not a number/],
    ["1,000", /not a number/],
    [" 1", /not a number/],
    ["0x10", /not a number/],
    ["1e1000000000", /exponent/],
    ["9".repeat(300), /not a number/],
    ["1e70", /too large/],
    [12345678901234567000, /loses digits/],
  ];
  for (const [value, message] of WRONG) {
    it(`refuses ${typeof value} ${String(value).slice(0, 30)} as an amount`, () => {
      expect(() => toUnits(value, 18)).to.throw(message);
    });
  }

  it("takes whole numbers as decimal text, hex and with an exponent", () => {
    expect(toInteger("0xff")).to.equal(255n);
    expect(toInteger("-7")).to.equal(-7n);
    expect(toInteger("1e3")).to.equal(1000n);
    expect(toInteger("5.0")).to.equal(5n);
    expect(() => toInteger("5.5")).to.throw(/whole/);
    expect(() => toInteger("0x")).to.throw(/not a number/);
  });

  it("enforces the range of a uint256 and of an index", () => {
    expect(toUint256(String(2n ** 256n - 1n))).to.equal(2n ** 256n - 1n);
    expect(() => toUint256(String(2n ** 256n))).to.throw(/too large/);
    expect(() => toUint256(-1)).to.throw(/negative/);
    expect(toIndex("3")).to.equal(3);
    expect(() => toIndex("99999999999999999999")).to.throw(/too large for an index/);
  });

  it("takes a JavaScript number above 2^53 only if it has at most 15 digits before its zeros", () => {
    expect(toInteger(123456789012345000)).to.equal(123456789012345000n);
    expect(toInteger(-123456789012345000)).to.equal(-123456789012345000n);
    expect(() => toInteger(1234567890123456000)).to.throw(/loses digits/);
    expect(toInteger(2 ** 53 - 1)).to.equal(2n ** 53n - 1n);
  });

  it("takes texts of up to 256 characters, and keeps their zeros", () => {
    expect(toInteger(`${"0".repeat(255)}7`)).to.equal(7n);
    expect(() => toInteger(`${"0".repeat(256)}7`)).to.throw(/not a number/);
    expect(toInteger("1000.0")).to.equal(1000n);
    expect(toInteger("0e5")).to.equal(0n);
    expect(toUnits(1.5, 1)).to.equal(15n);
    expect(() => toUnits(NaN, 18)).to.throw("it is not a number");
    expect(exactNumber(`1${"0".repeat(100)}e250`, Infinity)).to.equal(10n ** 350n);
  });

  it("reads every double that is not too long exactly as written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 15 - 1 }), fc.nat(18), (digits, scale) => {
        const number = Number(`${digits}e-${scale}`);
        expect(toUnits(number, 18)).to.equal(BigInt(digits) * 10n ** BigInt(18 - scale));
      }),
    );
  });

  it("keeps literals that a double represents exactly, and replaces the others", () => {
    expect(exactNumber("0.1", 0.1)).to.equal(0.1);
    expect(exactNumber("1e21", 1e21)).to.equal(1e21);
    expect(exactNumber("122.0", 122)).to.equal(122);
    expect(exactNumber("12345678901234567890", 12345678901234567000)).to.equal(
      12345678901234567890n,
    );
    expect(exactNumber("0.12345678901234567890123", 0.12345678901234568)).to.equal(
      "0.12345678901234567890123",
    );
    expect(exactNumber("1e400", Infinity)).to.equal(Infinity);
  });
});
