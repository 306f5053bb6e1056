import { expect } from "chai";

import {
  toAddress,
  toContractName,
  toName,
} from "../../../../src/foundation/params/file/values.js";
import { ADDRESS } from "../support.js";

describe("values of a parameters file", () => {
  it("accepts an address in lower, upper and correct mixed case, and returns it with its checksum", () => {
    expect(toAddress(ADDRESS)).to.equal(ADDRESS);
    expect(toAddress(ADDRESS.toLowerCase())).to.equal(ADDRESS);
    expect(toAddress(`0x${ADDRESS.slice(2).toUpperCase()}`)).to.equal(ADDRESS);
  });

  for (const text of ["", "0x", ADDRESS.slice(2), `${ADDRESS}0`, ADDRESS.slice(0, -1), "XE00"]) {
    it(`refuses ${JSON.stringify(text)} as an address`, () => {
      expect(() => toAddress(text)).to.throw(/not an address/);
    });
  }

  it("refuses names without a letter, half characters, and paths as contract names", () => {
    expect(toName("Ç")).to.equal("Ç");
    expect(() => toName("  ")).to.throw(/empty/);
    expect(() => toName("a\ud800")).to.throw(/surrogate/);
    expect(toContractName("UniversalScheme$1")).to.equal("UniversalScheme$1");
    for (const name of ["../Wallet", "Wallet.json", "", "1Wallet", "a b"]) {
      expect(() => toContractName(name), name).to.throw(/name of a contract/);
    }
  });
});
