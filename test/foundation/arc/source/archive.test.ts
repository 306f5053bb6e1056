import { expect } from "chai";
import fc from "fast-check";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import {
  archiveContent,
  contentPin,
  openArchive,
  packArchive,
} from "../../../../src/foundation/arc/source/archive.js";
import { expectedArtifact } from "../support/tarballs.js";

describe("archive", () => {
  const spec = "@daostack/arc@0.0.1-rc.57";
  const artifacts = ["GenesisProtocol", "Avatar", "DaoCreator"].map((name) =>
    expectedArtifact(name),
  );
  const content = archiveContent(spec, artifacts);
  const pin = contentPin(content);
  const bytes = packArchive(content);

  it("returns what was packed", () => {
    const release = openArchive(spec, pin, bytes)!;
    expect(release.version).to.equal("0.0.1-rc.57");
    expect(release.contractNames).to.deep.equal(["Avatar", "DaoCreator", "GenesisProtocol"]);
    for (const artifact of artifacts) {
      expect(release.has(artifact.contractName)).to.be.true;
      expect(release.artifact(artifact.contractName)).to.deep.equal(artifact);
    }
    expect(release.artifact("Avatar")).to.equal(release.artifact("Avatar"));
  });

  it("has only its own contracts, and suggests similar names", () => {
    const release = openArchive(spec, pin, bytes)!;
    for (const name of ["avatar", "constructor", "__proto__", ""]) {
      expect(release.has(name)).to.be.false;
    }
    expect(() => release.artifact("GenesisProtocl")).to.throw(
      'Arc release 0.0.1-rc.57 has no contract "GenesisProtocl". Did you mean GenesisProtocol?',
    );
    expect(() => release.artifact("Qqqqqqqq")).to.throw(
      'no contract "Qqqqqqqq". All names: dao-migrate contracts -a rc.57',
    );
  });

  it("is the same, byte for byte, whatever the order", () => {
    expect(archiveContent(spec, [...artifacts].reverse()).equals(content)).to.be.true;
    expect(contentPin(Buffer.from("abc"))).to.equal(
      "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
    );
  });

  it("is refused if it is cut off anywhere", () => {
    for (let length = 0; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length);
      expect(openArchive(spec, pin, cut), `${length} bytes`).to.equal(undefined);
    }
  });

  it("is refused, or unchanged in content, if any bit of the file is flipped", () => {
    fc.assert(
      fc.property(fc.nat({ max: bytes.length * 8 - 1 }), (position) => {
        const damaged = Buffer.from(bytes);
        damaged[position >> 3]! ^= 1 << (position & 7);
        const release = openArchive(spec, pin, damaged);
        if (release === undefined) return;
        expect(brotliDecompressSync(damaged).equals(content)).to.be.true;
      }),
      { numRuns: 1000 },
    );
  });

  it("is refused if it is something else entirely", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        expect(openArchive(spec, pin, Buffer.from(noise))).to.equal(undefined);
        expect(openArchive(spec, pin, brotliCompressSync(noise))).to.equal(undefined);
      }),
    );
  });

  it("is refused for another package", () => {
    expect(openArchive("@daostack/arc@0.0.1-rc.55", pin, bytes)).to.equal(undefined);
  });

  it("limits memory for a small file that expands", () => {
    const bomb = brotliCompressSync(Buffer.alloc(128 * 1024 * 1024), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    });
    expect(bomb.length).to.be.lessThan(100_000);
    const before = process.memoryUsage().rss;
    expect(openArchive(spec, pin, bomb)).to.equal(undefined);
    expect(process.memoryUsage().rss - before).to.be.lessThan(80 * 1024 * 1024);
  });
});
