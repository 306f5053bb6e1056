import { expect } from "chai";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openTarball } from "../../../../src/foundation/arc/source/tarball-cache.js";
import { rejection } from "../../../rejection.js";
import { useNpmEnvironment } from "../support/npm-environment.js";
import { makeTarball } from "../support/tarballs.js";

describe("openTarball", () => {
  const environment = useNpmEnvironment("quick");
  const spec = "@daostack/arc-hive@0.0.1-rc.4";
  let tarball: Buffer;
  let pin: string;

  before(async () => {
    tarball = await makeTarball("@daostack/arc-hive", "0.0.1-rc.4", { "contracts/A.sol": "A" });
  });
  beforeEach(() => {
    pin = environment().registry.publish(spec, tarball);
  });

  const open = (more: { offline?: boolean; onFetch?: (message: string) => void } = {}) =>
    openTarball(spec, pin, {
      cacheDir: environment().cacheDir,
      projectRoot: environment().projectRoot,
      ...more,
    });
  const kept = () => join(environment().cacheDir, "tarballs", "arc-hive-0.0.1-rc.4.tgz");

  it("fetches once, and needs no registry after that", async () => {
    expect((await open()).equals(tarball)).to.be.true;
    expect((await readFile(kept())).equals(tarball)).to.be.true;
    environment().registry.packages.clear();
    expect((await open({ offline: true })).equals(tarball)).to.be.true;
    expect(environment().registry.sentTarballs).to.deep.equal([spec]);
  });

  it("ignores an altered file in the cache, and replaces it", async () => {
    await open();
    await writeFile(kept(), "something else");
    const notes: string[] = [];
    expect((await open({ onFetch: (note) => notes.push(note) })).equals(tarball)).to.be.true;
    expect(notes[0]).to.match(/is not what was published/);
    expect((await readFile(kept())).equals(tarball)).to.be.true;
  });

  it("fetches nothing if it may not, and says what to do", async () => {
    const error = await rejection(open({ offline: true }));
    expect(error.message).to.match(
      /not in the cache .*\(offline\).*Run the same command once with network access/s,
    );
    expect(environment().registry.sentTarballs).to.deep.equal([]);
  });

  it("uses nothing that does not match its pin", async () => {
    pin = `sha512-${"A".repeat(86)}==`;
    await rejection(open());
    expect(await readdir(environment().cacheDir)).to.deep.equal([]);
  });

  it("works without a writable cache", async () => {
    await mkdir(environment().cacheDir);
    await writeFile(join(environment().cacheDir, "tarballs"), "a file");
    const notes: string[] = [];
    expect((await open({ onFetch: (note) => notes.push(note) })).equals(tarball)).to.be.true;
    expect(notes.at(-1)).to.match(/cannot be cached/);
  });
});
