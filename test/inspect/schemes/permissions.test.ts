import { expect } from "chai";

import { describePermissions } from "../../../src/inspect/schemes/permissions.js";

describe("describePermissions", () => {
  it("has a phrase for each bit, and none for an unregistered scheme", () => {
    const words = (bytes: string) => describePermissions(bytes).words;
    expect(words("0x00000000")).to.deep.equal([]);
    expect(words("0x00000001")).to.deep.equal([
      "mint and burn tokens and reputation, and send the DAO's ether and tokens",
    ]);
    expect(words("0x00000011"))
      .to.include("call any contract in the DAO's name")
      .and.have.length(2);
    expect(words("0x0000000a")).to.deep.equal([
      "register and unregister schemes",
      "upgrade the controller",
    ]);
    expect(words("0x0000001f")).to.have.length(5);
  });

  it("does not ignore bits that have no meaning in Arc", () => {
    expect(describePermissions("0x80000001")).to.deep.equal({
      bytes: "0x80000001",
      words: [
        "mint and burn tokens and reputation, and send the DAO's ether and tokens",
        "and bits that have no meaning in Arc's controllers",
      ],
    });
  });
});
