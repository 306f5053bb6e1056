import { expect } from "chai";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { ArcError } from "../../../../src/foundation/arc/arc-error.js";
import { archiveContent, packArchive } from "../../../../src/foundation/arc/source/archive.js";
import {
  fetchTarball,
  sha512Integrity,
} from "../../../../src/foundation/arc/source/fetch-tarball.js";
import {
  arcPackage,
  CARRIED_PACKAGES,
  PREDECESSOR_PACKAGE,
  REGISTRY_PACKAGE,
} from "../../../../src/foundation/arc/source/packages.js";
import type { OpenOptions } from "../../../../src/foundation/arc/source/open-options.js";
import { ReleaseSource } from "../../../../src/foundation/arc/source/release-source.js";
import { rejected, rejection } from "../../../rejection.js";
import { artifactsOf, CONTENTS, contents, makePackages, VOTING } from "../support/packages.js";
import { expectedArtifact } from "../support/tarballs.js";

// Small packages with the layouts of the real ones, in place of what npm fetches (fetch-tarball.test.ts).
describe("ReleaseSource", () => {
  let tarballs: ReadonlyMap<string, Buffer>;
  let tarballPins: Record<string, string>;
  let folder: string;
  let cacheDir: string;
  let fetched: string[];

  before(async () => {
    tarballs = await makePackages();
    tarballPins = Object.fromEntries(
      [...tarballs].map(([spec, tarball]) => [spec, sha512Integrity(tarball)]),
    );
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "arc-test-"));
    cacheDir = join(folder, "cache");
    fetched = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const fetch: typeof fetchTarball = async (spec, pin, options) => {
    // It is refused before npm is looked for.
    if (options.offline) return await fetchTarball(spec, pin, options);
    expect(pin).to.equal(tarballPins[spec]);
    fetched.push(spec);
    await setImmediate();
    return tarballs.get(spec)!;
  };
  const newSource = (more: { readonly carried?: string } = {}): ReleaseSource =>
    new ReleaseSource({ tarballs: tarballPins, contents, fetch, ...more });
  const options = (more: OpenOptions = {}): OpenOptions => ({
    cacheDir,
    projectRoot: folder,
    ...more,
  });
  const cachedFile = (version: string): string => join(cacheDir, "arc-2", `arc-${version}.bin`);

  describe("what a release consists of", () => {
    it("is the package's own build, and DAORegistry from arc-hive", async () => {
      const release = await newSource().open("rc.47", options());
      expect(release.version).to.equal("0.0.1-rc.47");
      expect(release.contractNames).to.deep.equal([
        ...["AbsoluteVote", "Avatar", "DAORegistry"],
        ...["GenesisProtocol", "QuorumVote", "Reputation"],
      ]);
      for (const name of ["Avatar", ...VOTING]) {
        expect(release.artifact(name)).to.deep.equal(expectedArtifact(name, "47"));
      }
      expect(release.artifact("DAORegistry")).to.deep.equal(expectedArtifact("DAORegistry", "1e"));
      expect(fetched).to.have.members([arcPackage("0.0.1-rc.47"), REGISTRY_PACKAGE]);
    });

    it("has the voting machines and Reputation from infra if they are only nested", async () => {
      const release = await newSource().open("rc.57", options());
      for (const name of VOTING) {
        expect(release.artifact(name)).to.deep.equal(expectedArtifact(name, "1f"));
      }
      expect(release.artifact("SafeMath")).to.deep.equal(expectedArtifact("SafeMath", "aa"));
      expect(release.artifact("Controller")).to.deep.equal(expectedArtifact("Controller", "57"));
      expect(release.contractNames).to.have.length(2 + 5 + 1);
    });

    it("comes from the predecessor's package if Arc published none, all of them at once", async () => {
      const source = newSource();
      const [rc43, rc51] = await Promise.all(
        ["rc.43", "rc.51"].map((version) => source.open(version, options())),
      );
      expect(rc43!.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar", "43"));
      expect(rc51!.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar", "51"));
      expect(rc51!.artifact("DAORegistry")).to.deep.equal(expectedArtifact("DAORegistry", "1e"));
      expect(fetched).to.have.members([PREDECESSOR_PACKAGE, REGISTRY_PACKAGE]);

      const again = await newSource().open("rc.51", options({ offline: true }));
      expect(again.contractNames).to.deep.equal(rc51!.contractNames);
    });
  });

  describe("cache", () => {
    it("fetches once for concurrent requests, and returns the same release to all", async () => {
      const source = newSource();
      const opened = await Promise.all(
        ["rc.57", "0.0.1-rc.57", "rc.57"].map((version) => source.open(version, options())),
      );
      expect(new Set(opened)).to.have.length(1);
      expect(await source.open("rc.57", options())).to.equal(opened[0]);
      expect(fetched).to.have.length(3);
      expect(new Set(fetched)).to.have.length(3);
    });

    it("fetches a damaged file again, and says which file it did not use", async () => {
      await newSource().open("rc.47", options());
      const whole = await readFile(cachedFile("0.0.1-rc.47"));
      const flipped = Buffer.from(whole);
      flipped[whole.length - 40]! ^= 0x10;
      const damages: [string, Buffer][] = [
        ["empty", Buffer.alloc(0)],
        ["cut off", whole.subarray(0, whole.length >> 1)],
        ["a flipped bit", flipped],
        [
          "whole, and somebody else's",
          packArchive(
            archiveContent(
              arcPackage("0.0.1-rc.47"),
              artifactsOf({ ...CONTENTS[arcPackage("0.0.1-rc.47")], Avatar: "ff" }),
            ),
          ),
        ],
      ];
      for (const [what, damaged] of damages) {
        await writeFile(cachedFile("0.0.1-rc.47"), damaged);
        fetched = [];
        const messages: string[] = [];
        const onFetch = (message: string): void => void messages.push(message);
        const release = await newSource().open("rc.47", options({ onFetch }));
        expect(release.artifact("Avatar"), what).to.deep.equal(expectedArtifact("Avatar", "47"));
        expect(fetched, what).to.deep.equal([arcPackage("0.0.1-rc.47")]);
        expect(messages, what).to.have.length(1);
        expect(messages[0], what).to.include(cachedFile("0.0.1-rc.47")).and.include("not used");
        expect((await readFile(cachedFile("0.0.1-rc.47"))).equals(whole), what).to.be.true;
      }
    });

    it("works without a writable folder, and says that nothing is cached", async () => {
      await writeFile(join(folder, "a-file"), "");
      const unwritable = join(folder, "a-file", "cache");
      const messages: string[] = [];
      const source = newSource();
      const release = await source.open("rc.57", {
        cacheDir: unwritable,
        onFetch: (message) => void messages.push(message),
      });
      expect(release.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar", "57"));
      expect(messages.filter((text) => text.includes("cannot be cached"))).to.have.length(3);
      expect(messages.at(-1)).to.include(unwritable).and.include("DAO_MIGRATION_CACHE");

      await source.open("rc.47", { cacheDir: unwritable });
      const registryFetches = fetched.filter((spec) => spec === REGISTRY_PACKAGE);
      expect(registryFetches).to.have.length(1);
    });

    it("may be filled by several at once", async () => {
      const messages: string[] = [];
      const onFetch = (message: string): void => void messages.push(message);
      const filling = [1, 2, 3].map(() => newSource().open("rc.43", options({ onFetch })));
      for (const release of await Promise.all(filling))
        expect(release.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar", "43"));
      expect(messages).to.deep.equal([]);
      const files = await readdir(join(cacheDir, "arc-2"));
      expect(files.sort()).to.deep.equal([
        "arc-0.0.1-rc.43.bin",
        "arc-0.0.1-rc.51.bin",
        "arc-hive-0.0.1-rc.4.bin",
      ]);
      const release = await newSource().open("rc.43", options({ offline: true }));
      expect(release.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar", "43"));
    });
  });

  describe("errors", () => {
    it("names release, cache and remedies if it may not fetch, then fetches if it may", async () => {
      const source = newSource();
      const error = await rejection(source.open("rc.43", options({ offline: true })));
      expect(error.message)
        .to.include("Arc release 0.0.1-rc.43")
        .and.include(PREDECESSOR_PACKAGE)
        .and.include(cacheDir)
        .and.include("DAO_MIGRATION_CACHE");
      const release = await source.open("rc.43", options());
      expect(release.has("Avatar")).to.be.true;
    });

    it("tries again after a failure, in the same process", async () => {
      let failures = 1;
      const source = new ReleaseSource({
        ...{ tarballs: tarballPins, contents },
        fetch: async (...args) => {
          if (failures-- > 0) throw new ArcError("npm said: E401");
          return await fetch(...args);
        },
      });
      await rejected(source.open("rc.57", options()), "E401", "Arc release 0.0.1-rc.57");
      expect((await source.open("rc.57", options())).has("Avatar")).to.be.true;
    });
  });

  describe("archives in the built package", () => {
    it("match their pins, whatever is in the builder's cache", async () => {
      await newSource().open("rc.57", options());
      const spec = arcPackage("0.0.1-rc.57");
      const poisoned = artifactsOf({ ...CONTENTS[spec], Avatar: "ff" });
      await writeFile(cachedFile("0.0.1-rc.57"), packArchive(archiveContent(spec, poisoned)));

      const carried = join(folder, "dist", "arc");
      const messages: string[] = [];
      await newSource().carry(carried, options({ onFetch: (message) => messages.push(message) }));
      expect(messages[0]).to.include(cachedFile("0.0.1-rc.57")).and.include("not used");
      const release = await new ReleaseSource({ tarballs: {}, contents, carried }).open("rc.57", {
        cacheDir: join(folder, "empty-cache"),
        offline: true,
      });
      expect(release.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar", "57"));
    });

    it("are found before the cache, without npm, and replaced if damaged", async () => {
      const carried = join(folder, "dist", "arc");
      await newSource().carry(carried, options());
      expect(await readdir(join(carried, "arc-2"))).to.have.length(CARRIED_PACKAGES.length);

      fetched = [];
      const elsewhere = join(folder, "empty-cache");
      const open = (): Promise<unknown> =>
        newSource({ carried })
          .open("rc.57", { cacheDir: elsewhere })
          .then((release) => release.artifact("GenesisProtocol"));
      expect(await open()).to.deep.equal(expectedArtifact("GenesisProtocol", "1f"));
      expect(fetched).to.deep.equal([]);
      expect(await readdir(folder)).not.to.include("empty-cache");

      await writeFile(join(carried, "arc-2", "arc-0.0.1-rc.57.bin"), "damaged");
      expect(await open()).to.deep.equal(expectedArtifact("GenesisProtocol", "1f"));
    });
  });
});
