import { expect } from "chai";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  archiveContent,
  contentPin,
  packArchive,
} from "../../../../src/foundation/arc/source/archive.js";
import { ArchiveStore } from "../../../../src/foundation/arc/source/archive-store.js";
import { rejection } from "../../../rejection.js";
import { expectedArtifact } from "../support/tarballs.js";

describe("ArchiveStore", () => {
  const spec = "@daostack/arc@0.0.1-rc.57";
  const content = archiveContent(spec, [expectedArtifact("Avatar")]);
  const occupied = "@daostack/arc@0.0.1-rc.55";
  const contents = { [spec]: contentPin(content), [occupied]: contentPin(content) };
  const archive = packArchive(content);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "arc-store-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("writes one complete file per package and nothing else", async () => {
    const store = new ArchiveStore(join(folder, "not", "there", "yet"), contents);
    expect(await store.read(spec)).to.equal(undefined);
    await Promise.all(Array.from({ length: 20 }, () => store.write(spec, archive)));

    expect(await readdir(store.folder)).to.deep.equal(["arc-0.0.1-rc.57.bin"]);
    const file = await readFile(join(store.folder, "arc-0.0.1-rc.57.bin"));
    expect(file.equals(archive)).to.be.true;
    expect((await store.read(spec))?.artifact("Avatar")).to.deep.equal(expectedArtifact("Avatar"));
  });

  it("never shows half a file to a reader while it is rewritten", async () => {
    const store = new ArchiveStore(folder, contents);
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
    const store = new ArchiveStore(folder, contents);
    await store.write(spec, archive);
    await rm(join(store.folder, "arc-0.0.1-rc.57.bin"));
    await writeFile(join(folder, "a-file"), "");
    await rejection(new ArchiveStore(join(folder, "a-file"), contents).write(spec, archive));

    await new ArchiveStore(join(store.folder, "arc-0.0.1-rc.55.bin"), contents).write(
      spec,
      archive,
    );
    await rejection(store.write(occupied, archive));
    expect(await readdir(store.folder)).to.deep.equal(["arc-0.0.1-rc.55.bin"]);
    expect(await store.read(occupied)).to.equal(undefined);
  });

  it("removes what a killed process left while writing the same package", async () => {
    const store = new ArchiveStore(folder, contents);
    await store.write(spec, archive);
    const leftover = `.arc-0.0.1-rc.57.bin.${process.pid}.0123456789ab.tmp`;
    const other = `.arc-0.0.1-rc.55.bin.${process.pid}.0123456789ab.tmp`;
    await writeFile(join(store.folder, leftover), "half");
    await writeFile(join(store.folder, other), "half");
    await store.write(spec, archive);
    expect(await readdir(store.folder)).to.have.members(["arc-0.0.1-rc.57.bin", other]);
  });

  it("returns nothing that does not match its pin, and names the file", async () => {
    const store = new ArchiveStore(folder, contents);
    const path = join(store.folder, "arc-0.0.1-rc.57.bin");
    await mkdir(store.folder);
    const other = packArchive(archiveContent(spec, [expectedArtifact("Avatar", "ff")]));
    const refused: string[] = [];
    const read = (): Promise<unknown> => store.read(spec, (file) => refused.push(file));
    await writeFile(path, other);
    expect(await read()).to.equal(undefined);
    await truncate(path, 2 ** 31);
    expect(await read()).to.equal(undefined);
    await rm(path);
    await mkdir(path);
    expect(await read()).to.equal(undefined);
    expect(refused).to.deep.equal([path, path, path]);

    const unknown = await rejection(store.write("x@1", archive).then(() => store.read("x@1")));
    expect(unknown.message).to.include("x@1 is not pinned");
  });

  it("does not wait for a pipe in place of a file", async function () {
    if (process.platform === "win32") return;
    const store = new ArchiveStore(folder, contents);
    await mkdir(store.folder);
    execFileSync("mkfifo", [join(store.folder, "arc-0.0.1-rc.57.bin")]);
    expect(await store.read(spec)).to.equal(undefined);
  });
});
