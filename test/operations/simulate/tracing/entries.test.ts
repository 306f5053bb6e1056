import { expect } from "chai";
import { concat, getAddress, keccak256, toBeHex, zeroPadValue } from "ethers";

import { changedEntries } from "../../../../src/operations/simulate/tracing/entries.js";
import { account } from "../../../engine/inspect/sample-inspection.js";

const [DAO, TOKEN, SPENDER] = [account(1), account(2), getAddress(`0x${"ab".repeat(20)}`)];
const word = (of: string): string => zeroPadValue(of, 32);
const slot = (number: number): string => toBeHex(number, 32);
const CALL = { type: "CALL", from: DAO, to: TOKEN.toLowerCase(), gasUsed: "0x0" };

/** The entries found if one slot of the token falls from 9 to 0. */
function found(place: string, args: readonly string[] = []) {
  const changes = new Map([
    [`${TOKEN.toLowerCase()} storage ${place}`, { before: "0x9", after: "" }],
  ]);
  const input = `0x12345678${args.map((each) => word(each).slice(2)).join("")}`;
  return changedEntries(DAO, changes, [{ ...CALL, input, calls: [] }]);
}

describe("changedEntries", () => {
  const own = keccak256(concat([word(DAO), slot(3)]));
  const entry = { contract: TOKEN, other: undefined, before: 9n, after: 0n };

  it("finds entries of an account in mappings as Solidity and Vyper place them", () => {
    expect(found(own)).to.deep.equal([entry]);
    expect(found(keccak256(concat([slot(3), word(DAO)])))).to.deep.equal([entry]);
    expect(found(keccak256(concat([word(SPENDER), slot(3)])))).to.deep.equal([]);
    expect(found(slot(3))).to.deep.equal([]);
  });

  it("finds entries of two accounts if a call names the other one", () => {
    const ofTwo = keccak256(concat([word(SPENDER), own]));
    expect(found(ofTwo, [SPENDER])).to.deep.equal([{ ...entry, other: SPENDER }]);
    expect(found(ofTwo)).to.deep.equal([]);
  });

  it("finds entries by a word that a call names and by account, as in ERC-1155", () => {
    const token = slot(7);
    const ofToken = keccak256(concat([token, slot(1)]));
    const place = keccak256(concat([word(DAO), ofToken]));
    expect(found(place, [SPENDER, token])).to.deep.equal([entry]);
    expect(found(place, [SPENDER])).to.deep.equal([]);
  });
});
