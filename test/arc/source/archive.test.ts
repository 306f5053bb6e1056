import { expect } from "chai";
import fc from "fast-check";
import { ARCHIVE_FORMAT, openArchive, packArchive } from "../../../src/arc/source/archive.js";
import { expectedArtifact } from "../support/tarballs.js";

describe("archive", () => {
  const spec = "@daostack/arc@0.0.1-rc.57";
  const artifacts = ["GenesisProtocol", "Avatar", "DaoCreator"].map((name) =>
    expectedArtifact(name),
  );
  const bytes = packArchive(spec, artifacts);

  it("gives back what was packed", () => {
    const release = openArchive(spec, bytes)!;
    expect(release.version).to.equal("0.0.1-rc.57");
    expect(release.contractNames).to.deep.equal(["Avatar", "DaoCreator", "GenesisProtocol"]);
    for (const artifact of artifacts) {
      expect(release.has(artifact.contractName)).to.be.true;
      expect(release.artifact(artifact.contractName)).to.deep.equal(artifact);
    }
    expect(release.artifact("Avatar")).to.equal(release.artifact("Avatar"));
  });

  it("has only its own contracts, and names the nearest", () => {
    const release = openArchive(spec, bytes)!;
    for (const name of ["avatar", "constructor", "__proto__", ""]) {
      expect(release.has(name)).to.be.false;
    }
    expect(() => release.artifact("GenesisProtocl")).to.throw(
      'Arc release 0.0.1-rc.57 has no contract "GenesisProtocl". The nearest are GenesisProtocol.',
    );
    expect(() => release.artifact("Qqqqqqqq")).to.throw(
      "It has 3: Avatar, DaoCreator, GenesisProtocol.",
    );
  });

  it("is the same, byte for byte, whatever the order", () => {
    expect(packArchive(spec, [...artifacts].reverse()).equals(bytes)).to.be.true;
  });

  it("is refused when it is cut off anywhere", () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(openArchive(spec, bytes.subarray(0, length)), `${length} bytes`).to.equal(undefined);
    }
  });

  it("is refused when any bit of it is flipped", () => {
    const bit = fc.nat({ max: bytes.length * 8 - 1 });
    fc.assert(
      fc.property(bit, (position) => {
        const damaged = Buffer.from(bytes);
        damaged[position >> 3]! ^= 1 << (position & 7);
        expect(openArchive(spec, damaged)).to.equal(undefined);
      }),
      { numRuns: 2000 },
    );
  });

  it("is refused when something was added, or it is something else altogether", () => {
    expect(openArchive(spec, Buffer.concat([bytes, Buffer.from("\n")]))).to.equal(undefined);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(openArchive(spec, Buffer.from(noise))).to.equal(undefined);
      }),
    );
  });

  it("is refused for another package, and in another format", () => {
    expect(openArchive("@daostack/arc@0.0.1-rc.55", bytes)).to.equal(undefined);
    const head = `hardhat-dao-migration arc ${ARCHIVE_FORMAT} `;
    const later = bytes.toString("latin1").replace(head, head.replace(/\d+ $/, "999 "));
    expect(later).not.to.equal(bytes.toString("latin1"));
    expect(openArchive(spec, Buffer.from(later, "latin1"))).to.equal(undefined);
  });
});
