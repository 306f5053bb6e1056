import { expect } from "chai";

import { compareCode } from "../../../../src/foundation/arc/compilation/compare.js";
import { expectRecorded } from "../../../recorded.js";

/** Code that ends in the metadata of solc 0.5. */
function code(body: string, hash: string): string {
  return `0x${body}a265627a7a72315820${hash.repeat(32)}64736f6c63430005110032`;
}

describe("compareCode", () => {
  const own = code("6080604052", "ab");

  it("finds code that is equal byte for byte, in upper or lower case", () => {
    expectRecorded(compareCode(own.toUpperCase().replace("0X", "0x"), own));
  });

  it("finds code that is equal except for the metadata hash", () => {
    expect(compareCode(code("6080604052", "cd"), own)).to.deep.equal({ outcome: "equal" });
  });

  it("names the first byte that differs", () => {
    const found = code("6080604152", "ab");
    expect(compareCode(found, own)).to.deep.equal({ outcome: "different", at: 3 });
  });

  it("names the end of the shorter code if it is a prefix", () => {
    const at = (own.length - 2) / 2;
    expect(compareCode(own.slice(0, -2), own)).to.deep.equal({ outcome: "different", at: at - 1 });
    expect(compareCode(`${own}00`, own)).to.deep.equal({ outcome: "different", at });
  });

  it("does not mistake a change next to the hash for one in the hash", () => {
    const found = own.replace("64736f6c", "64736f6d");
    expect(compareCode(found, own).outcome).to.equal("different");
  });

  it("ignores immutable parts, and nothing else", () => {
    const wanted = code(`6080${"00".repeat(32)}52`, "ab");
    const found = code(`6080${"7f".repeat(32)}52`, "ab");
    const immutable = [{ start: 2, length: 32 }];
    expect(compareCode(found, wanted).outcome).to.equal("different");
    expect(compareCode(found, wanted, immutable)).to.deep.equal({ outcome: "exact" });
    const other = found.replace("6080", "6081");
    expect(compareCode(other, wanted, immutable)).to.deep.equal({ outcome: "different", at: 1 });
  });

  it("ignores immutable parts after the end of the code", () => {
    expect(compareCode("0x6080", own, [{ start: 2, length: 32 }]).outcome).to.equal("different");
  });
});
