import { expect } from "chai";
import { ZeroHash } from "ethers";

import { draftOfFlags, parseDraft } from "../../../../src/operations/simulate/drafts/draft.js";
import { UsageError } from "../../../../src/foundation/support/errors.js";
import { expectRecorded } from "../../../recorded.js";

const ACCOUNT = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";

describe("draftOfFlags", () => {
  it("combines flags to the same draft as a file", () => {
    expectRecorded([
      draftOfFlags({}),
      draftOfFlags({ reward: ACCOUNT.toLowerCase(), ether: "1.5" }),
      draftOfFlags({ reward: ACCOUNT, reputation: "-5" }),
      draftOfFlags({ call: ACCOUNT, data: "0x1234" }),
      draftOfFlags({ addConstraint: ACCOUNT, paramsHash: ZeroHash, through: ACCOUNT }),
      draftOfFlags({ removeConstraint: ACCOUNT }),
    ]);
  });

  it("refuses flags without a kind, of several kinds, of another kind, and with wrong values", () => {
    for (const [flags, words] of [
      [{ ether: "1" }, /What to propose is missing: --reward/],
      [{ reward: ACCOUNT, upgradeController: ACCOUNT }, /several proposals/],
      [{ reward: "0x12" }, /beneficiary: expected an address/],
      [{ reward: ACCOUNT, ether: "1e3" }, /ether: expected an amount/],
      [{ registerScheme: ACCOUNT, permissions: "0x1f" }, /permissions: expected 4 bytes/],
      [{ reward: ACCOUNT, ether: "-1" }, /ether: -1 is negative, but only reputation can be/],
      [{ call: ACCOUNT, ether: "-1" }, /calls\.0\.value: -1 is negative/],
      [{ reward: ACCOUNT, externalTokens: "5" }, /externalToken: is missing/],
      [{ call: ACCOUNT, tokens: "5", externalTokens: "1" }, /no --tokens, --external-tokens. Omit/],
      [{ unregisterScheme: ACCOUNT, paramsHash: ZeroHash }, /has no --params-hash. Omit it/],
      [{ upgradeController: ACCOUNT, ether: "1" }, /\(upgradeController\) has no --ether. Omit it/],
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
