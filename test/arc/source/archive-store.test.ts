import { expect } from "chai";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packArchive } from "../../../src/arc/source/archive.js";
import { ArchiveStore } from "../../../src/arc/source/archive-store.js";
import { rejection } from "../../rejection.js";
import { expectedArtifact } from "../support/tarballs.js";

describe("ArchiveStore", () => {
  const spec = "@daostack/arc@0.0.1-rc.57";
  const archive = packArchive(spec, [expectedArtifact("Avatar")]);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "arc-store-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("writes one whole file per package and nothing else", async () => {
    const store = new ArchiveStore(join(folder, "not", "there", "yet"));
    expect(await store.read(spec)).to.equal(undefined);
    await Promise.all(Array.from({ length: 20 }, () => store.write(spec, archive)));

    expect(await readdir(store.folder)).to.deep.equal(["arc-0.0.1-rc.57.bin"]);
    const file = await readFile(join(store.folder, "arc-0.0.1-rc.57.bin"));
    expect(file.equals(archive)).to.be.true;
    expect((await store.read(spec))?.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar"));
  });

  it("never shows a reader half a file while it is written again and again", async () => {
    const store = new ArchiveStore(folder);
    await store.write(spec, archive);
    let writing = true;
    const writes = (async () => {
      for (let count = 0; count < 50; count++) await store.write(spec, archive);
      writing = false;
    })();
    let reads = 0;
    while (writing) {
      expect(await store.read(spec)).not.to.equal(undefined);
      reads += 1;
    }
    await writes;
    expect(reads).to.be.greaterThan(0);
  });

  it("leaves no temporary file when it cannot write", async () => {
    const store = new ArchiveStore(folder);
    await store.write(spec, archive);
    await rm(join(store.folder, "arc-0.0.1-rc.57.bin"));
    await writeFile(join(folder, "a-file"), "");
    await rejection(new ArchiveStore(join(folder, "a-file")).write(spec, archive));

    const occupied = "@daostack/arc@0.0.1-rc.55";
    await new ArchiveStore(join(store.folder, "arc-0.0.1-rc.55.bin")).write(spec, archive);
    await rejection(store.write(occupied, archive));
    expect(await readdir(store.folder)).to.deep.equal(["arc-0.0.1-rc.55.bin"]);
    expect(await store.read(occupied)).to.equal(undefined);
  });

  it("removes what a process left behind that was killed while it wrote the same package", async () => {
    const store = new ArchiveStore(folder);
    await store.write(spec, archive);
    const leftover = `.arc-0.0.1-rc.57.bin.${process.pid}.0123456789ab.tmp`;
    const other = `.arc-0.0.1-rc.55.bin.${process.pid}.0123456789ab.tmp`;
    await writeFile(join(store.folder, leftover), "half");
    await writeFile(join(store.folder, other), "half");
    await store.write(spec, archive);
    expect(await readdir(store.folder)).to.have.members(["arc-0.0.1-rc.57.bin", other]);
  });
});
