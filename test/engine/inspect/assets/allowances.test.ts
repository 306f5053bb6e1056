import { expect } from "chai";
import { MaxUint256 } from "ethers";

import { allowedWords } from "../../../../src/engine/inspect/assets/allowances.js";

describe("allowedWords", () => {
  it("says that the largest numbers are no limit, also if they are counted down", () => {
    const words = [MaxUint256, MaxUint256 - 5n, 5n].map((each) => allowedWords(String(each)));
    expect(words).to.deep.equal(["an unlimited amount", "an unlimited amount", "5 wei"]);
  });
});
