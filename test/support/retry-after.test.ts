import { expect } from "chai";

import { retryAfter } from "../../src/support/retry-after.js";

describe("retryAfter", () => {
  const of = (value: string): number | undefined =>
    retryAfter(new Headers({ "retry-after": value }));

  it("reads seconds and dates as milliseconds", () => {
    expect(of("0")).to.equal(0);
    expect(of(" 120 ")).to.equal(120_000);
    expect(of(new Date(Date.now() + 60_000).toUTCString())).to.be.within(57_000, 60_000);
    expect(of("Wed, 21 Oct 2015 07:28:00 GMT")).to.equal(0);
  });

  it("is undefined for anything else", () => {
    expect(retryAfter(new Headers())).to.equal(undefined);
    for (const value of ["", "soon", "-5x", "1e9999", "9".repeat(400)]) {
      expect(of(value), value).to.equal(undefined);
    }
  });
});
