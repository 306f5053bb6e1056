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
