import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import type { ArtifactSet } from "../../../src/foundation/params/artifact-set.js";
import { artifactOf, releaseOf } from "../../../src/foundation/params/artifact-set.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";

describe("the artifacts that a DAO needs", () => {
  const LATEST = "0.0.1-rc.57";
  const OLDER = "0.0.1-rc.43";

  async function opened(): Promise<ArtifactSet> {
    const [release, older] = await Promise.all([openArcRelease(LATEST), openArcRelease(OLDER)]);
    const releases = new Map([
      [LATEST, release],
      [OLDER, older],
    ]);
    return { release, releases, custom: new Map([["Wallet", older.artifact("Avatar")]]) };
  }

  it("are those of the DAO's release, unless a contract names another one", async () => {
    const set = await opened();
    expect(releaseOf(set, { name: "Wallet", fromArc: true })).to.equal(set.release);
    const older = { name: "Wallet", fromArc: true, arcVersion: OLDER };
    expect(releaseOf(set, older).version).to.equal(OLDER);
    expect(artifactOf(set, older)).to.equal(set.releases.get(OLDER)?.artifact("Wallet"));
    expect(artifactOf(set, { name: "Wallet", fromArc: true }).bytecode).to.equal(
      set.release.artifact("Wallet").bytecode,
    );
  });

  it("are the build files of contracts that are not Arc's", async () => {
    const set = await opened();
    const artifact = artifactOf(set, { name: "Wallet", fromArc: false });
    expect(artifact).to.equal(set.custom.get("Wallet"));
  });

  it("are named where they were not opened before the migration began", async () => {
    const set = await opened();
    expect(() => artifactOf(set, { name: "Purse", fromArc: false })).to.throw(
      MigrationError,
      "The build file of Purse was not read from custom-abis.",
    );
    const unread = { name: "Wallet", fromArc: true, arcVersion: "0.0.1-rc.41" };
    expect(() => artifactOf(set, unread)).to.throw(
      MigrationError,
      "Arc 0.0.1-rc.41 was not loaded.",
    );
  });
});
