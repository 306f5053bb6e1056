import { expect } from "chai";

import type { ProposalRequest } from "../../src/inspect/description.js";
import { describePermissions } from "../../src/arc/permissions.js";
import { sayRequest } from "../../src/narration/requests.js";
import { noReward } from "../inspect/sample-reward.js";

const CONTRACT = { address: `0x${"ab".repeat(20)}`, code: "arc" } as const;
const ONE = String(10n ** 18n);
const WORDS = { nameOf: () => "the Thing", coin: "ether", tokenDecimals: 18 };
const NOTHING = noReward(CONTRACT.address);

/** Returns the sentence "The proposal asks the DAO to …" without its beginning. */
function tell(requests: ProposalRequest, changes: Partial<typeof WORDS> = {}): string | undefined {
  return sayRequest(requests, { ...WORDS, ...changes });
}

describe("sayRequest", () => {
  it("tells a reward with the unit of each part", () => {
    expect(tell({ ...NOTHING, ether: ONE })).to.equal("give its beneficiary 1 ether");
    expect(tell({ ...NOTHING, ether: ONE }, { coin: "xDai" })).to.equal(
      "give its beneficiary 1 xDai",
    );
    expect(tell({ ...NOTHING, ether: ONE, reputation: ONE, periods: "3" })).to.equal(
      "give its beneficiary 1 ether and 1 reputation, 3 times over",
    );
    expect(tell(NOTHING)).to.equal("give its beneficiary nothing");
  });

  it("uses the decimals of the DAO's own token, and guesses none of another token", () => {
    expect(tell({ ...NOTHING, nativeTokens: "2500000" }, { tokenDecimals: 6 })).to.equal(
      "give its beneficiary 2.5 of its own tokens",
    );
    // 5 USDC, which have 6 decimals.
    expect(tell({ ...NOTHING, externalTokens: "5000000" })).to.equal(
      "give its beneficiary an amount of another token",
    );
  });

  it("says that reputation is taken away", () => {
    expect(tell({ ...NOTHING, reputation: `-${ONE}` })).to.equal(
      "take 1 reputation away from somebody",
    );
    expect(tell({ ...NOTHING, ether: ONE, reputation: `-${ONE}` })).to.equal(
      "give its beneficiary 1 ether and take 1 reputation away",
    );
  });

  it("tells calls with the ether that they send", () => {
    const call = { to: CONTRACT, value: "0", data: "0x12345678" };
    const calls = (...all: (typeof call)[]): ProposalRequest => ({ kind: "calls", calls: all });
    expect(tell(calls())).to.equal("do nothing");
    expect(tell(calls(call))).to.equal("call the Thing");
    expect(tell(calls({ ...call, value: ONE }))).to.equal("call the Thing, and send 1 ether along");
    expect(tell(calls({ ...call, data: "0x" }))).to.equal("send nothing to the Thing");
    expect(tell(calls({ ...call, data: "0x", value: ONE }))).to.equal("send 1 ether to the Thing");
    expect(tell(calls(call, call))).to.equal("make two calls, the first of them to the Thing");
    const known = {
      ...call,
      function: { signature: "mintTokens(uint256 a)", args: {}, knownBy: "code" },
    } as const;
    expect(tell({ kind: "calls", calls: [known] })).to.equal(
      "call the function mint tokens of the Thing",
    );
  });

  it("tells changes of schemes, constraints and the controller", () => {
    const register = (bytes: string): ProposalRequest => ({
      kind: "registerScheme",
      scheme: CONTRACT,
      paramsHash: "0x",
      permissions: describePermissions(bytes),
    });
    expect(tell(register("0x00000000"))).to.equal("register the Thing as a scheme");
    expect(tell(register("0x00000010"))).to.equal(
      "register the Thing as a scheme, which may then call any contract in the DAO's name",
    );
    for (const [requests, words] of [
      [{ kind: "unregisterScheme", scheme: CONTRACT }, "unregister the Thing"],
      [
        { kind: "addGlobalConstraint", constraint: CONTRACT },
        "add the Thing as a global constraint",
      ],
      [
        { kind: "removeGlobalConstraint", constraint: CONTRACT },
        "remove the Thing from its global constraints",
      ],
      [
        { kind: "upgradeController", controller: CONTRACT },
        "replace its controller with the Thing",
      ],
      [
        { kind: "changeUpgradeScheme", scheme: CONTRACT, paramsHash: "0x" },
        "let the Thing upgrade it from now on",
      ],
      [{ kind: "other", event: "New", values: {} }, undefined],
    ] as const) {
      expect(tell(requests)).to.equal(words);
    }
  });
});
