import { expect } from "chai";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import {
  betweenWarnings,
  incompatibilityWarnings,
  unprovenWarnings,
} from "../../../../src/operations/change/carry/warnings.js";
import { networkOf } from "../../../../src/foundation/chain/networks.js";
import { privateNetwork } from "../../../../src/foundation/chain/private-chain.js";
import type { Inspection } from "../../../../src/engine/inspect/description.js";
import { describePermissions } from "../../../../src/foundation/arc/permissions.js";
import { account, sampleInspection } from "../../../engine/inspect/sample-inspection.js";

const inspection = sampleInspection();
const ANNE = account(1);

describe("betweenWarnings", () => {
  const [scheme] = inspection.schemes;
  /** Returns the DAO with these permissions of Anne, one after the other; empty if she is not registered. */
  const warned = (...all: readonly string[]) =>
    betweenWarnings(
      all.map((bytes) => ({
        ...inspection,
        schemes: [
          {
            ...scheme!,
            contract: { ...scheme!.contract, address: ANNE },
            registered: bytes !== "",
            permissions: describePermissions(bytes || "0x0000001f"),
          },
        ],
      })),
    );
  const ALL = "0x0000001f";

  it("names accounts with all permissions in between, but not before or at the end", () => {
    const [warning, ...none] = warned("", ALL, ALL, "");
    expect(none).to.deep.equal([]);
    expect(warning).to.include({ id: "all-permissions-in-between" });
    expect(warning!.what).to.contain(`${ANNE} holds all permissions after proposal 1`);
    for (const fine of [
      [ALL, ALL, ""],
      ["", ALL],
    ]) {
      expect(warned(...fine)).to.deep.equal([]);
    }
  });

  it("counts the permissions that Arc knows, whatever other bits are set", () => {
    const counts = ["0x8000001f", "0xffffffff", "0x0000000f", "0x8000001e"].map(
      (bytes) => warned("", bytes, "").length,
    );
    expect(counts).to.deep.equal([1, 1, 0, 0]);
  });
});

describe("unprovenWarnings", () => {
  it("name contracts that only the result file names, on public chains", () => {
    const unproven = { UpgradeScheme: ANNE };
    const [warning, ...none] = unprovenWarnings({ unproven }, networkOf(1));
    expect(none).to.deep.equal([]);
    expect(warning).to.include({ id: "contracts-of-the-result-file", status: "inconclusive" });
    expect(warning!.what).to.contain(`UpgradeScheme ${ANNE}`);
    expect(unprovenWarnings({ unproven }, privateNetwork(1))).to.deep.equal([]);
    expect(unprovenWarnings({ unproven: {} }, networkOf(1))).to.deep.equal([]);
  });
});

describe("incompatibilityWarnings", () => {
  const ofRelease = (release: string): Inspection => {
    const { avatar, token, reputation } = inspection;
    const releases = [release];
    return {
      ...inspection,
      avatar: { ...avatar, releases },
      token: { ...token, contract: { ...token.contract, releases } },
      reputation: { ...reputation, contract: { ...reputation.contract, releases } },
    };
  };

  it("names what a controller calls but an avatar lacks", async () => {
    const release = await openArcRelease("rc.57");
    const [warning, ...none] = incompatibilityWarnings(ofRelease("0.0.1-rc.12"), release);
    expect(none).to.deep.equal([]);
    expect(warning!.what).to.contain("genericCall(address,bytes,uint256) of the avatar");
    expect(incompatibilityWarnings(ofRelease("0.0.1-rc.14"), release)).to.deep.equal([]);
  });

  it("is inconclusive for contracts that are not Arc's", async () => {
    const dao = { ...inspection, avatar: { address: ANNE, code: "unknown" } as const };
    const warnings = incompatibilityWarnings(dao, await openArcRelease("rc.57"));
    expect(warnings.map(({ status }) => status)).to.deep.equal(["inconclusive"]);
  });
});
