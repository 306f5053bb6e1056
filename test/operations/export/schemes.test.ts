import { ZeroAddress } from "ethers";
import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type {
  Inspection,
  ReferredContractDescription,
  SchemeDescription,
  SchemeParametersDescription,
} from "../../../src/engine/inspect/description.js";
import { Addresses } from "../../../src/operations/export/addresses.js";
import { ownerCalls } from "../../../src/operations/export/arguments.js";
import type { ExportNote } from "../../../src/operations/export/report.js";
import { writeSchemes } from "../../../src/operations/export/schemes.js";
import { companionsOf } from "../../../src/operations/export/stand-alone.js";
import { VoteSets } from "../../../src/operations/export/vote-sets.js";
import { account, sampleInspection, scheme } from "../../engine/inspect/sample-inspection.js";

const RELEASE = "0.0.1-rc.57";
const INSPECTION = sampleInspection();
const [REWARD] = INSPECTION.schemes as [SchemeDescription];
const { votes } = REWARD.parameters as SchemeParametersDescription;
const arc = (name: string, number: number) =>
  ({ address: account(number), code: "arc", name, releases: [RELEASE] }) as const;
/** A scheme of Arc's that is set up with these values, for its DAO alone. */
const own = (name: string, values: SchemeParametersDescription["values"], number = 60) =>
  scheme(arc(name, number), "0x00000001", { kept: "own", values, votes });

async function written(...schemes: readonly SchemeDescription[]) {
  return await writtenWith("7", ...schemes);
}

/** @param claimed reputation that they have minted without votes, wei */
async function writtenWith(claimed: string, ...schemes: readonly SchemeDescription[]) {
  const release = await openArcRelease(RELEASE);
  const findings = { missing: [] as ExportNote[], notes: [] };
  const sets = new VoteSets(INSPECTION, release, findings);
  const addresses = new Addresses(INSPECTION, sets, []);
  const words = { release: RELEASE, custom: new Map(), votes: sets, addresses, findings };
  const mintable = schemes.map(({ contract: { address } }) => ({ scheme: address, claimed }));
  const inspection = { schemes, mintable: mintable as unknown as Inspection["mintable"] };
  const { sections, custom } = writeSchemes(inspection, release, words);
  const missing = findings.missing.map(({ why }) => why);
  return { sections: Object.keys(sections), custom: custom.map(({ name }) => name), missing };
}

describe("writeSchemes", () => {
  const { voteParams } = votes;
  const values = { intVote: voteParams!.votingMachine };
  const parameters = { kept: "hash", values, votes: { voteApproveParams: voteParams! } } as const;
  const reward = (number: number) =>
    scheme(arc("ContributionReward", number), "0x00000001", parameters);

  it("writes a second shared scheme of a kind as a custom scheme, as a section has one contract", async () => {
    const sections = ["ContributionReward"];
    expect(await written(reward(6))).to.deep.equal({ sections, custom: [], missing: [] });
    expect(await written(reward(6), reward(7))).to.deep.equal({
      ...{ sections, custom: ["ContributionReward"], missing: [] },
    });
  });

  const SET_UP = {
    ...{ lockingStartTime: "1", lockingEndTime: "2", redeemEnableTime: "3" },
    ...{ maxLockingPeriod: "4", reputationRewardLeft: "5", agreementHash: `0x${"0".repeat(64)}` },
  };
  const wrong = "It returns how much reputation is left to give, not how much it had at first.";

  it("leaves out a scheme that gave reputation away, if it does not return how much it had", async () => {
    for (const [values, missing] of [
      [{ lockCounter: "1" }, [wrong]],
      [{ batchesCounter: "1" }, [wrong]],
      [{ lockCounter: "1", reputationReward: "9" }, []],
      [{ lockCounter: "0" }, []],
    ] as const) {
      const locking = own("LockingEth4Reputation", { ...SET_UP, ...values });
      expect((await written(locking)).missing, JSON.stringify(values)).to.deep.equal(missing);
      expect((await writtenWith("0", locking)).missing).to.deep.equal([]);
    }
  });
});

describe("companionsOf", () => {
  const AVATAR = INSPECTION.avatar.address;
  const SCHEME = account(60);

  /** Whether a contract that a scheme refers to is deployed again with the DAO. */
  function isCompanion(
    name: string,
    found: Partial<ReferredContractDescription> = {},
    kept: "own" | "hash" = "own",
  ): boolean {
    const refersTo = [{ contract: arc(name, 70), values: {}, ...found }];
    const referring = own("GenericScheme", {});
    const parameters = { kept, values: {}, votes, refersTo } as SchemeParametersDescription;
    return companionsOf({ ...INSPECTION, schemes: [{ ...referring, parameters }] }, []).length > 0;
  }

  for (const [name, found, expected] of [
    ["Wallet", { owner: AVATAR }, true],
    ["Wallet", { owner: account(9) }, false],
    ["Competition", { values: { contributionRewardExt: SCHEME } }, true],
    ["Competition", { values: { contributionRewardExt: account(9) } }, false],
    ["DxDaoSchemeConstraints", {}, true],
    ["DxDaoSchemeConstraints", { values: { genericSchemeMultiCall: SCHEME } }, true],
    ["DxDaoSchemeConstraints", { values: { genericSchemeMultiCall: account(9) } }, false],
    ["SimpleSchemeConstraints", {}, true],
    ["SimpleSchemeConstraints", { values: { notRead: "no answer" } }, false],
    ["Redeemer", {}, false],
  ] as const) {
    it(`are ${expected ? "" : "not "}a ${name} with ${JSON.stringify(found)}`, () => {
      expect(isCompanion(name, found)).to.equal(expected);
    });
  }

  it("are only a mock of those that a shared scheme refers to", () => {
    expect(isCompanion("SimpleSchemeConstraints", {}, "hash")).to.equal(false);
    expect(isCompanion("ActionMock", {}, "hash")).to.equal(true);
  });

  it("are not the DAO's schemes, although the result file lists them", () => {
    const listed = [REWARD.contract, arc("Wallet", 70)].map((contract) => {
      return { name: "x", address: contract.address, found: { contract, values: {} } };
    });
    const found = companionsOf({ ...INSPECTION, schemes: [REWARD] }, listed);
    expect(found.map(({ found: { contract } }) => contract.name)).to.deep.equal(["Wallet"]);
  });
});

describe("ownerCalls", () => {
  const addresses = new Addresses(INSPECTION, { genesisProtocol: undefined } as VoteSets, []);
  const calls = (...functions: readonly object[]) => ({ runFunctions: functions });

  it("give a contract to who owns it on the chain", () => {
    const give = (to: string) => calls({ functionName: "transferOwnership", params: [to] });
    expect(ownerCalls(undefined, addresses)).to.deep.equal({});
    expect(ownerCalls(ZeroAddress, addresses)).to.deep.equal(
      calls({ functionName: "renounceOwnership" }),
    );
    expect(ownerCalls(INSPECTION.avatar.address, addresses)).to.deep.equal(give("AvatarAddress"));
    expect(ownerCalls(account(9), addresses)).to.deep.equal(give(account(9)));
  });

  it("cannot be expressed of an owner that is not known, or that a migration creates", () => {
    for (const [owner, message] of [
      [{ notRead: "no answer" }, "its owner could not be read: no answer"],
      [INSPECTION.controller.address, "for which a migration creates a new contract"],
    ] as const) {
      expect(() => ownerCalls(owner, addresses)).to.throw(message);
    }
  });
});
