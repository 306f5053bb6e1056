import { expect } from "chai";
import { createHash } from "node:crypto";
import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ReleaseSource } from "../../../src/foundation/arc/source/release-source.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import { rejection } from "../../rejection.js";
import { someOf } from "../../some-of.js";

const FETCHING_MS = 5 * 60 * 1000;
/** From rc.52 on. */
const LAST_SIX = ARC_VERSIONS.slice(-6);

describe("openArcRelease", function () {
  this.timeout(FETCHING_MS);
  const releases = new Map<string, ArcRelease>();

  before(async () => {
    for (const version of [...someOf(ARC_VERSIONS, 8), ...LAST_SIX])
      releases.set(version, await openArcRelease(version));
  });

  it("opens rc.57 by default, and returns the same release again", async () => {
    const release = await openArcRelease();
    expect(release.version).to.equal("0.0.1-rc.57");
    expect(await openArcRelease("rc.57")).to.equal(release);
  });

  it("has only complete, linked, deployable bytecode", () => {
    for (const release of releases.values()) {
      expect(release.contractNames.length, release.version).to.be.at.least(44);
      for (const name of release.contractNames) {
        const artifact = release.artifact(name);
        const at = `${release.version} ${name}`;
        expect(artifact.contractName, at).to.equal(name);
        expect(artifact.bytecode, at).to.match(/^0x(?:[0-9a-f]{2})*$/);
        expect(artifact.deployedBytecode.length / 2 - 1, at).to.be.at.most(24_576);
        for (const entry of artifact.abi) {
          if (entry.type === "function") expect(entry.stateMutability, at).to.be.a("string");
        }
      }
    }
  });

  it("has DAORegistry in every release, and infra's voting machines in the last six", () => {
    const hashes = (versions: readonly string[], name: string): Set<string> =>
      new Set(versions.map((version) => sha256(releases.get(version)!.artifact(name).bytecode)));
    expect(hashes([...releases.keys()], "DAORegistry")).to.have.length(1);
    for (const name of ["GenesisProtocol", "AbsoluteVote", "QuorumVote", "Reputation"]) {
      expect(hashes(LAST_SIX, name)).to.have.length(1);
    }
  });

  it("requests nothing once all are cached", async () => {
    const source = new ReleaseSource();
    for (const version of releases.keys()) {
      const release = await source.open(version, { offline: true });
      expect(release.contractNames).to.deep.equal(releases.get(version)!.contractNames);
    }
  });

  it("refuses an unknown release before looking anywhere", async () => {
    expect((await rejection(openArcRelease("rc.58"))).message).to.include("0.0.1-rc.57");
  });
});

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
