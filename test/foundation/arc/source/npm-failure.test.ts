import { expect } from "chai";

import { diskError } from "../../../../src/foundation/arc/source/npm-failure.js";

describe("diskError", () => {
  it("explains a disk or a quota that is full, and no other error", () => {
    const told = (code: string) =>
      diskError(Object.assign(new Error("write failed"), { code }), "a@1", "/cache")?.message;
    for (const code of ["ENOSPC", "EDQUOT"])
      expect(told(code)).to.match(/^a@1 could not be downloaded: write failed\. /);
    expect(told("EACCES")).to.equal(undefined);
  });
});
