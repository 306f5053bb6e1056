import { expect } from "chai";
import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  fetchTarball,
  sha512Integrity,
} from "../../../../src/foundation/arc/source/fetch-tarball.js";
import { replaceNpm, useNpmEnvironment } from "../support/npm-environment.js";
import type { TestRegistry } from "../support/registry.js";
import { expectRecorded } from "../../../recorded.js";
import { rejected, rejection } from "../../../rejection.js";
import { makeTarball, truffleFiles } from "../support/tarballs.js";

describe("fetchTarball", () => {
  const environment = useNpmEnvironment("quick");
  const spec = "@daostack/arc@0.0.1-rc.57";
  let registry: TestRegistry;
  let tarball: Buffer;
  let tampered: Buffer;
  let pin: string;
  let projectRoot: string;
  let cacheDir: string;

  before(async () => {
    tarball = await makeTarball("@daostack/arc", "0.0.1-rc.57", truffleFiles(["Avatar"]));
    tampered = await makeTarball("@daostack/arc", "0.0.1-rc.57", truffleFiles(["Avatar"], "ff"));
  });
  beforeEach(() => {
    ({ registry, projectRoot, cacheDir } = environment());
    pin = registry.publish(spec, tarball);
  });

  const fetchIt = (): Promise<Buffer> =>
    fetchTarball(spec, pin, { projectRoot, cacheDir, timeoutMs: 60_000 });
  const says = (text: string): Promise<unknown> =>
    replaceNpm(
      environment().folder,
      `console.error(${JSON.stringify(text)}); process.exitCode = 1;`,
    );
  const leftovers = async (): Promise<string[]> => await readdir(cacheDir);

  it("uses the scoped registry and the token of the user's settings", async () => {
    // The user's own npm.
    delete process.env["npm_execpath"];
    expect((await fetchIt()).equals(tarball)).to.be.true;
    expect(registry.sentTarballs).to.deep.equal([spec]);
  });

  it("refuses a tarball that was altered together with the registry's hash", async () => {
    registry.packages.set(spec, { tarball: tampered });
    const error = await rejection(fetchIt());
    expect(error.name).to.equal("ArcError");
    expect(error.message)
      .to.include(spec)
      .and.include(`wanted ${pin}`)
      .and.include(`found  ${sha512Integrity(tampered)}`);
    expect(await leftovers()).to.deep.equal([]);
  });

  it("tells npm what its settings must not decide", async () => {
    const record = await replaceNpm(environment().folder);
    await rejection(fetchIt());
    const told = (await readFile(record, "utf8")).trim().replace(/=\S*fetch-\S+/, "=FOLDER");
    expectRecorded(told.split(" "));
  });

  it("names both hashes even if npm notices the difference", async () => {
    const found = sha512Integrity(tampered);
    await says(`npm error code EINTEGRITY\nnpm error ${pin} integrity: got ${found}. (9 bytes)`);
    await rejected(fetchIt(), `wanted ${pin}`, `found  ${found}`);
  });

  it("repeats what npm says, without secrets and traces, and what works", async () => {
    process.env["NPM_CONFIG__AUTH"] = "a-wrong-and-secret-token";
    await says(
      "npm error code E401\nnpm error got a-wrong-and-secret-token from http://me:secret@host/\n" +
        "npm error     at node:events:1:2\nnpm error A complete log of this run is in: x" +
        "\nnpm error more".repeat(6) +
        "\nnpm error the ninth line",
    );
    await writeFile(join(projectRoot, ".npmrc"), "");
    const error = await rejection(fetchIt());
    expect(error.message)
      .to.include("E401")
      .and.include(`npm view ${spec}`)
      .and.include(cacheDir)
      .and.include("DAO_MIGRATION_CACHE")
      .and.include("project's .npmrc is ignored");
    expect(error.message).not.to.match(/-secret|:secret|node:events|complete log|the ninth/);
    await rm(join(projectRoot, ".npmrc"));
    expect((await rejection(fetchIt())).message).not.to.include("is ignored");
  });

  it("says after some seconds that the registry does not answer", async () => {
    await replaceNpm(environment().folder, "setTimeout(() => {}, 240_000)");
    const notes: string[] = [];
    const limits = { timeoutMs: 800, noteAfterMs: 100 };
    const error = await rejection(
      fetchTarball(spec, pin, {
        ...{ projectRoot, cacheDir, ...limits },
        onFetch: (note) => notes.push(note),
      }),
    );
    expect(error.message).to.include("npm took too long").and.include("does not respond");
    expect(await leftovers()).to.deep.equal([]);
    expect(notes).to.have.length(2);
    expect(notes[0]).to.include(spec).and.include(cacheDir);
    expect(notes[1]).to.include(spec).and.include("Still waiting").and.include("after 1 s");
  });

  it("fetches even if neither npm's own cache nor ours can be written", async () => {
    const file = join(environment().folder, "a-file");
    await writeFile(file, tarball);
    await replaceNpm(
      environment().folder,
      `const own = process.argv.at(-1);
       if (!own.startsWith("--cache=" + process.cwd())) {
         console.error("npm error code ENOTDIR");
         process.exit(1);
       }
       require("node:fs").copyFileSync(${JSON.stringify(file)}, "arc.tgz");`,
    );
    expect((await fetchIt()).equals(tarball)).to.be.true;
    expect(await leftovers()).to.deep.equal([]);
    cacheDir = join(file, "cache");
    expect((await fetchIt()).equals(tarball)).to.be.true;
  });

  it("says so when npm cannot be started", async () => {
    const wrapper = join(environment().folder, "npm");
    await writeFile(wrapper, "no program", { mode: 0o644 });
    const { execPath } = process;
    const alone = join(environment().folder, "node");
    delete process.env["npm_execpath"];
    process.env["PATH"] = environment().folder;
    process.execPath = alone;
    try {
      const error = await rejection(fetchIt());
      expect(error.name).to.equal("ArcError");
      expect(error.message).to.include("could not be started").and.include(wrapper);
      await rm(wrapper);
      await rejected(fetchIt(), "npm was not found", alone);
    } finally {
      process.execPath = execPath;
    }
  });

  it("does not mistake an npm that succeeds without a tarball for a success", async () => {
    await replaceNpm(environment().folder, "console.log('fine')");
    expect((await rejection(fetchIt())).message).to.include("npm said: nothing");
  });
});
