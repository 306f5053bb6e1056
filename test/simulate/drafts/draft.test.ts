import { expect } from "chai";

import { draftOfFlags, parseDraft } from "../../../src/simulate/drafts/draft.js";
import { UsageError } from "../../../src/support/errors.js";

const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";

describe("draftOfFlags", () => {
  it("combines flags to the same draft as a file", () => {
    expect(draftOfFlags({})).to.equal(undefined);
    expect(draftOfFlags({ reward: ACCOUNT.toLowerCase(), ether: "1.5" })).to.deep.include({
      kind: "reward",
      beneficiary: ACCOUNT,
      ether: "1.5",
      tokens: "0",
    });
    expect(draftOfFlags({ call: ACCOUNT, data: "0x1234" })).to.deep.include({
      calls: [{ to: ACCOUNT, data: "0x1234", value: "0" }],
    });
  });

  it("refuses flags without a kind, of several kinds, and with wrong values", () => {
    for (const [flags, words] of [
      [{ ether: "1" }, /What to propose is missing: --reward/],
      [{ reward: ACCOUNT, upgradeController: ACCOUNT }, /several proposals/],
      [{ reward: "0x12" }, /beneficiary: expected an address/],
      [{ reward: ACCOUNT, ether: "1e3" }, /ether: expected an amount/],
      [{ registerScheme: ACCOUNT, permissions: "0x1f" }, /permissions: expected 4 bytes/],
    ] as const) {
      expect(() => draftOfFlags(flags), JSON.stringify(flags)).to.throw(UsageError, words);
    }
  });
});

describe("parseDraft", () => {
  it("lists every mistake with its path, and unknown keys", () => {
    expect(() => parseDraft({ kind: "reward", beneficiary: 1, ethr: "1" }, "The file x")).to.throw(
      UsageError,
      /^The file x is not a valid proposal: .*beneficiary.*ethr/,
    );
    expect(() => parseDraft({ kind: "gift" }, "it")).to.throw(UsageError);
  });
});
