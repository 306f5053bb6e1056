import { expect } from "chai";

import type { BlockReader } from "../../../src/engine/inspect/reading/block-reader.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { ArtifactSet } from "../../../src/foundation/params/artifact-set.js";
import type { StandAloneContractParameters } from "../../../src/foundation/params/parameters.js";
import { hasCodeOf } from "../../../src/operations/check/facts/stand-alone.js";
import { account } from "../../engine/inspect/sample-inspection.js";

describe("hasCodeOf", () => {
  it("takes code of any release of Arc for one of Arc's, and only the build file's for another", async () => {
    const release = await openArcRelease("rc.57");
    const earlier = await openArcRelease("rc.16");
    const artifacts: ArtifactSet = {
      release,
      releases: new Map(),
      custom: new Map([
        ["Vault", release.artifact("Wallet")],
        ["Competition", release.artifact("Wallet")],
      ]),
    };
    const has = async (code: string, name: string, fromArc: boolean): Promise<boolean> => {
      const reader = { code: () => Promise.resolve(code) } as unknown as BlockReader;
      const contract = { name, fromArc } as StandAloneContractParameters;
      return await hasCodeOf(reader, account(1), contract, artifacts);
    };
    const code = release.artifact("Wallet").deployedBytecode;
    const old = earlier.artifact("Wallet").deployedBytecode;
    expect(old).to.not.equal(code);
    expect(await has(code, "Wallet", true)).to.equal(true);
    expect(await has(old, "Wallet", true)).to.equal(true);
    expect(await has(old, "Competition", true)).to.equal(false);
    expect(await has("0x", "Wallet", true)).to.equal(false);
    expect(await has(code, "Vault", false)).to.equal(true);
    expect(await has(old, "Vault", false)).to.equal(false);
    const namesake = release.artifact("Competition").deployedBytecode;
    expect(await has(namesake, "Competition", false)).to.equal(false);
    expect(await has(release.artifact("Redeemer").deployedBytecode, "Vault", false)).to.equal(
      false,
    );
  });
});
