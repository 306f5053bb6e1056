import { expect } from "chai";
import { id, Interface } from "ethers";

import { decodeEvent } from "../../../src/foundation/arc/decode-event.js";

const ABI = new Interface([
  "event Said(string indexed hashed, address by, string string_, (string what, uint256 at)[] more)",
]);
const SAID = ABI.getEvent("Said")!;
const BY = `0x${"1".repeat(40)}`;

describe("decodeEvent", () => {
  it("replaces only bytes that are no text, wherever they are, and keeps names", () => {
    const { data, topics } = ABI.encodeEventLog(SAID, ["x", BY, "good", [["bad!", 7n]]]);
    const good = decodeEvent(ABI, SAID, { data, topics });
    expect(good.toArray(true).slice(1)).to.deep.equal([BY, "good", [["bad!", 7n]]]);
    const broken = data.replace(Buffer.from("bad!").toString("hex"), "62fe6480");
    const values = decodeEvent(ABI, SAID, { data: broken, topics });
    expect(values.toArray(true).slice(1)).to.deep.equal([BY, "good", [["b\ufffdd\ufffd", 7n]]]);
    expect([values.by, values.string_, values.hashed]).to.deep.equal([BY, "good", good.hashed]);
  });

  it("decodes events of single words like ethers, without it, and leaves it what is not as Solidity emits it", () => {
    const abi = new Interface([
      "event Mint(address indexed to, uint256 amount, bytes32 id, address)",
    ]);
    const mint = abi.getEvent("Mint")!;
    const without = {
      decodeEventLog: () => expect.fail("ethers was asked"),
    } as unknown as Interface;
    const { data, topics } = abi.encodeEventLog(mint, [
      `0x${"aB".repeat(20)}`.toLowerCase(),
      2n ** 255n,
      id("x"),
      BY,
    ]);
    const all = abi.decodeEventLog(mint, data, topics);
    const own = decodeEvent(without, mint, { data, topics });
    expect(own.toArray()).to.deep.equal(all.toArray());
    expect([own.to, own.amount, own.id]).to.deep.equal([all.to, all.amount, all.id]);
    for (const other of [
      { data: data.slice(0, -2), topics },
      { data: `${data}00`, topics },
      { data: data.replace(`0${"1".repeat(40)}`, `2${"1".repeat(40)}`), topics },
      { data, topics: [...topics, topics[1]!] },
      { data, topics: [id("y"), topics[1]!] },
    ]) {
      expect(() => decodeEvent(without, mint, other)).to.throw("ethers was asked");
    }
  });

  it("throws if the data has another form", () => {
    const { topics } = ABI.encodeEventLog(SAID, ["x", BY, "good", []]);
    expect(() => decodeEvent(ABI, SAID, { data: "0x01", topics })).to.throw();
  });
});
