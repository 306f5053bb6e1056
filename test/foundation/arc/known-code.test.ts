import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { identifyCode, isOfRelease } from "../../../src/foundation/arc/known-code.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { SMALL_DAO, withBase } from "../../engine/migration/with-base.js";
import { someOf } from "../../some-of.js";
import { expectKnown, expectReleaseKnown } from "./known-code-helpers.js";

describe("isOfRelease", () => {
  it("takes code of any origin only if no release is wanted", () => {
    expect(isOfRelease({ releases: ["0.0.1-rc.56"] }, "0.0.1-rc.56")).to.equal(true);
    expect(isOfRelease({ releases: ["0.0.1-rc.56"] }, "0.0.1-rc.57")).to.equal(false);
    expect(isOfRelease({}, "0.0.1-rc.57")).to.equal(false);
    expect(isOfRelease({}, undefined)).to.equal(true);
  });
});

describe("identifyCode", () => {
  for (const version of ["alpha.29", "alpha.58", "rc.19", "rc.34", "rc.43", "rc.57"]) {
    it(`knows every contract of ${version}; otherwise, run scripts/write-arc-tables.ts`, async () => {
      await expectReleaseKnown(version);
    });
  }

  for (const version of someOf(["alpha.58", "rc.19", "rc.33", "rc.51", "rc.57"], 4)) {
    it(`knows every contract on a chain with base, DAOs and demo test of ${version}`, async () => {
      await withBase(version, async (chain) => {
        const schemes = { ContributionReward: true, SchemeRegistrar: true, UpgradeScheme: true };
        const { dao } = await chain.make({ ...SMALL_DAO, schemes });
        const { dao: byHand } = await chain.make({ ...SMALL_DAO, useDaoCreator: false });
        await expectKnown(chain, [dao, byHand]);
      });
    });
  }

  it("knows schemes that factories create, and stand-alone contracts", async () => {
    const raw = JSON.parse(await readFile("migration-params.json", "utf8")) as typeof SMALL_DAO;
    await withBase("rc.57", async (chain) => {
      const { dao } = await chain.make(raw);
      const names = await expectKnown(chain, [dao]);
      expect(names).to.include.members(["Wallet", "GenericScheme", "ContributionRewardExt"]);
    });
  });

  it("ignores metadata hashes, but no other byte", async () => {
    const { deployedBytecode: code } = (await openArcRelease("rc.57")).artifact("Controller");
    const changed = (at: number) =>
      code.slice(0, at) + (code[at] === "0" ? "1" : "0") + code.slice(at + 1);
    const known = identifyCode(code)!;
    expect(known.exact).to.deep.equal(["0.0.1-rc.57"]);
    expect(known.releases.length).to.be.greaterThan(1);
    expect(identifyCode(code.toUpperCase().replace("0X", "0x"))).to.deep.equal(known);
    // The hash ends just before `64736f6c63`, the CBOR key "solc".
    const otherHash = identifyCode(changed(code.lastIndexOf("64736f6c63") - 1));
    expect(otherHash).to.deep.equal({ ...known, exact: [] });
    for (const at of [2, 1000, code.length / 2, code.length - 1]) {
      expect(identifyCode(changed(at)), `byte at ${at}`).to.equal(undefined);
    }
    for (const other of ["0x", "0x00", code.slice(0, -2), `${code}00`]) {
      expect(identifyCode(other)).to.equal(undefined);
    }
  });

  it("knows the predecessor's GenesisProtocol, which was never published", async () => {
    const { deployedBytecode } = (await openArcRelease("rc.57")).artifact("GenesisProtocol");
    const { releases, exact } = identifyCode(deployedBytecode)!;
    expect(releases).to.include("0.0.1-rc.57").and.include("0.0.1-rc.54");
    expect(exact).to.include("0.0.1-rc.57");
  });
});
