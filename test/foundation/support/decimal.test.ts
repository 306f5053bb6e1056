import { expect } from "chai";
import { formatUnits } from "ethers";

import { decimal } from "../../../src/foundation/support/decimal.js";

describe("decimal", () => {
  it("is what ethers formats, without .0", () => {
    for (const amount of [0n, 1n, -1n, 10n, 15n, -150n, 10n ** 18n, 123456789n * 10n ** 10n]) {
      for (const decimals of [0, 1, 2, 9, 18, 30]) {
        const wanted = formatUnits(amount, decimals).replace(/\.0$/, "");
        expect(decimal(amount, decimals)).to.equal(wanted === "-0" ? "0" : wanted);
      }
    }
  });
});
