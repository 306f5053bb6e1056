import { expect } from "chai";

import { loadEdr } from "../../../src/foundation/chain/edr/edr.js";
import { hashOf } from "../../../src/foundation/chain/hash.js";

describe("hashOf", () => {
  it("is Keccak-256 of the bytes, by EDR where it is loaded and otherwise by ethers", async () => {
    const nothing = "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
    const abc = "0x4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45";
    const { native } = (await loadEdr())!;
    for (const by of [native.keccak256, null]) {
      expect(hashOf("0x", by)).to.equal(nothing);
      expect(hashOf("0x616263", by)).to.equal(abc);
      expect(hashOf(Buffer.from("abc"), by)).to.equal(abc);
    }
    let calls = 0;
    expect(hashOf(Buffer.from("abc"), (bytes) => (calls++, native.keccak256(bytes)))).to.equal(abc);
    expect(calls).to.equal(1);
    expect(hashOf("0x616263")).to.equal(abc);
  });
});
