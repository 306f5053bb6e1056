import { expect } from "chai";

import { draftOfFlags, parseDraft } from "../../../../src/operations/simulate/drafts/draft.js";
import { UsageError } from "../../../../src/foundation/support/errors.js";

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
      [{ reward: ACCOUNT, ether: "-1" }, /ether: -1 is negative, but only reputation can be/],
      [{ call: ACCOUNT, ether: "-1" }, /calls\.0\.value: -1 is negative/],
      [{ reward: ACCOUNT, externalTokens: "5" }, /externalToken: is missing/],
    ] as const) {
      expect(() => draftOfFlags(flags), JSON.stringify(flags)).to.throw(UsageError, words);
    }
  });
});

describe("draftOfFlags with flags of another kind", () => {
  it("refuses what it would ignore", () => {
    for (const [flags, words] of [
      [
        { call: ACCOUNT, data: "0x1234", tokens: "5", externalTokens: "1" },
        "A proposal of this kind (calls) has no --tokens, --external-tokens. Omit them.",
      ],
      [
        { unregisterScheme: ACCOUNT, paramsHash: `0x${"0".repeat(64)}` },
        "A proposal of this kind (unregisterScheme) has no --params-hash. Omit it.",
      ],
      [
        { upgradeController: ACCOUNT, ether: "1" },
        "A proposal of this kind (upgradeController) has no --ether. Omit it.",
      ],
    ] as const) {
      expect(() => draftOfFlags(flags)).to.throw(UsageError, words);
    }
  });

  it("accepts negative reputation, the parts of each kind, and a scheme", () => {
    expect(draftOfFlags({ reward: ACCOUNT, reputation: "-5" })).to.deep.include({
      reputation: "-5",
    });
    const paramsHash = `0x${"12".repeat(32)}`;
    expect(draftOfFlags({ addConstraint: ACCOUNT, paramsHash, through: ACCOUNT })).to.deep.equal({
      kind: "addGlobalConstraint",
      constraint: ACCOUNT,
      paramsHash,
      through: ACCOUNT,
    });
    expect(draftOfFlags({ removeConstraint: ACCOUNT })!.kind).to.equal("removeGlobalConstraint");
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
