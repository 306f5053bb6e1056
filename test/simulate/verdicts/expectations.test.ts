import { expect } from "chai";

import { parseExpectations } from "../../../src/simulate/verdicts/expectations.js";
import { UsageError } from "../../../src/support/errors.js";

describe("parseExpectations", () => {
  it("says what is expected instead of an invalid expectation", () => {
    for (const [value, message] of [
      [{}, /^The file is not a list of expectations: it: Expected array/],
      [[{ treasury: "gold", fallsByAtMost: "1" }], /: 0: expected \{ treasury, fallsByAtMost \}/],
      [
        [{ noSchemeGains: "0x00000010" }, { noSchemeGains: "16" }],
        /: 1\.noSchemeGains: expected 4 bytes/,
      ],
      [[{ balances: "0x12" }], /treasury and of are ether, reputation or an address/],
    ] as const) {
      expect(() => parseExpectations(value, "The file")).to.throw(UsageError, message);
    }
  });
});
