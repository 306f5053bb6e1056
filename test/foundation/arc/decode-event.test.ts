import { expect } from "chai";
import { Interface } from "ethers";

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

  it("throws if the data has another form", () => {
    const { topics } = ABI.encodeEventLog(SAID, ["x", BY, "good", []]);
    expect(() => decodeEvent(ABI, SAID, { data: "0x01", topics })).to.throw();
  });
});
