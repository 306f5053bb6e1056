import { expect } from "chai";
import { redact } from "../../src/support/redact.js";

describe("redact", () => {
  const secrets: [string, string][] = [
    ["GET https://me:hunter2@host/x failed", "GET https://***@host/x failed"],
    ["//host/:_authToken=hunter2 is wrong", "//host/:_authToken=*** is wrong"],
    ["_password = hunter2", "_password = ***"],
    ["authorization: Bearer hunter2", "authorization: Bearer ***"],
    ["https://host/x?token=hunter2&y=1", "https://host/x?token=***&y=1"],
    [`got npm_${"a1B2".repeat(9)}.`, "got ***."],
    [`GET http://host/0x${"1a2b3c4d".repeat(8)}/x`, "GET http://host/***/x"],
    [`${"AB".repeat(32)} is no key`, "*** is no key"],
    [`sha512 ${"ab".repeat(64)}`, `sha512 ${"ab".repeat(64)}`],
    ["https://host/@daostack%2farc - Not found", "https://host/@daostack%2farc - Not found"],
  ];
  for (const [text, clean] of secrets) {
    it(`makes "${clean}"`, () => {
      expect(redact(text)).to.equal(clean);
    });
  }

  it("removes given values, both as they are and encoded in a URL", () => {
    const words = "legal winner thank year";
    expect(redact(`a ${words}, http://host/legal%20winner%20thank%20year/`, [words])).to.equal(
      "a ***, http://host/***/",
    );
    expect(redact("nothing", [""])).to.equal("nothing");
  });
});
