import { expect } from "chai";
import { concat, id, toBeHex, zeroPadValue } from "ethers";

import { Renaming } from "../../../../src/engine/execution/steps/renaming.js";

const BEFORE = `0x${"ab".repeat(20)}`;
const NOW = `0x${"CD".repeat(20)}`;
const word = (value: string) => zeroPadValue(value, 32);
const call = (...words: string[]) => concat(["0x12345678", ...words]);

function renamed(): Renaming {
  const renaming = new Renaming();
  renaming.learn(BEFORE, NOW);
  return renaming;
}

describe("Renaming", () => {
  it("accepts a contract's new address for the old one, in any place", () => {
    expect(renamed().nameOf(BEFORE)).to.equal(NOW.toLowerCase());
    expect(renamed().nameOf(NOW)).to.equal(NOW.toLowerCase());
    expect(renamed().isSame(call(word(BEFORE)), call(word(NOW)))).to.equal(true);
    expect(renamed().isSame(call("0x1234", BEFORE), call("0x1234", NOW))).to.equal(true);
    expect(renamed().isSame(BEFORE, NOW)).to.equal(true);
    expect(
      renamed().isSame(`0x6001${word(BEFORE).slice(2)}`, `0x6001${word(NOW).slice(2)}`),
    ).to.equal(true);
  });

  for (const [name, before, now] of [
    ["an address that it does not know", word(BEFORE), word(`0x${"66".repeat(20)}`)],
    ["an amount", toBeHex(5n, 32), toBeHex(6n, 32)],
    ["permissions", "0x00000000".padEnd(66, "0"), "0x0000001f".padEnd(66, "0")],
    ["an address for a hash", id("x"), word(NOW)],
    ["a hash for an address", word(NOW), id("x")],
    ["short bytes", "0x12345678".padEnd(66, "0"), "0x12345679".padEnd(66, "0")],
    ["a hash for short bytes", "0x12345678".padEnd(66, "0"), id("x")],
    ["another length", word(BEFORE), concat([word(NOW), word(NOW)])],
  ] as const) {
    it(`accepts no other value for ${name}`, () => {
      expect(renamed().isSame(call(before), call(now))).to.equal(false);
    });
  }

  it("accepts no other function, and no other code", () => {
    expect(renamed().isSame("0x12345678", "0x12345679")).to.equal(false);
    expect(renamed().isSame(`0x6001${"00".repeat(32)}`, `0x6002${"00".repeat(32)}`)).to.equal(
      false,
    );
  });

  it("accepts addresses that all moved up by one", () => {
    const addresses = ["11", "22", "33"].map((digits) => `0x${digits.repeat(20)}`);
    const renaming = new Renaming();
    renaming.learn(addresses[0]!, addresses[1]!);
    renaming.learn(addresses[1]!, addresses[2]!);
    const [before, now] = [addresses.slice(0, 2), addresses.slice(1)].map((two) =>
      call(...two.map(word)),
    );
    expect(renaming.isSame(before!, now!)).to.equal(true);
    expect(renaming.isSame(call(id("1"), id("2")), call(id("2"), id("3")))).to.equal(true);
    expect(renaming.isSame(call(id("2")), call(id("3")))).to.equal(true);
  });

  it("accepts another hash, but the same one everywhere", () => {
    const renaming = new Renaming();
    expect(renaming.isSame(call(id("a")), call(id("b")))).to.equal(true);
    expect(renaming.isSame(call(id("a")), call(id("b")))).to.equal(true);
    for (const time of [1, 2]) {
      expect(renaming.isSame(call(id("a")), call(id("c"))), `time ${time}`).to.equal(false);
    }
    expect(renaming.isSame(call(id("a")), call(id("b")))).to.equal(true);
    expect(renaming.isSame(call(id("d"), id("d")), call(id("e"), id("e")))).to.equal(true);
    expect(renaming.isSame(call(id("f"), id("f")), call(id("g"), id("h")))).to.equal(false);
  });

  it("learns addresses only", () => {
    const renaming = new Renaming();
    renaming.learn("0x", NOW);
    renaming.learn("0x12", "0x34");
    renaming.learn(BEFORE, "0x");
    expect(renaming.isSame("0x12", "0x12")).to.equal(true);
    expect(renaming.isSame("0x12", "0x34")).to.equal(false);
    expect(renaming.nameOf(BEFORE)).to.equal(BEFORE);
    expect(renaming.nameOf("0x")).to.equal("0x");
  });
});
