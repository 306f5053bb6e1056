import { expect } from "chai";

import { parseJson } from "../../../src/foundation/support/json-text.js";

describe("parseJson", () => {
  it("takes a byte order mark, as editors of Windows write it, once", () => {
    expect(parseJson("\uFEFF[]")).to.deep.equal([]);
    expect(() => parseJson("\uFEFF\uFEFF[]")).to.throw(SyntaxError);
  });
});
