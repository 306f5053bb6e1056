import { expect } from "chai";

import { digest } from "../../../src/foundation/support/digest.js";

describe("digest", () => {
  it("is SHA-256, in hex", () => {
    // The example "abc" of FIPS 180-4.
    expect(digest("abc")).to.equal(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});
