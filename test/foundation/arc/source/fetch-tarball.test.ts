import { expect } from "chai";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  fetchTarball,
  sha512Integrity,
} from "../../../../src/foundation/arc/source/fetch-tarball.js";
import { QUICK_NPM, replaceNpm, useNpmEnvironment } from "../support/npm-environment.js";
import type { TestRegistry } from "../support/registry.js";
import { rejection } from "../../../rejection.js";
import { makeTarball, truffleFiles } from "../support/tarballs.js";

describe("fetchTarball", () => {
  const environment = useNpmEnvironment();
  const spec = "@daostack/arc@0.0.1-rc.57";
  let registry: TestRegistry;
  let tarball: Buffer;
  let tampered: Buffer;
  let pin: string;
  let projectRoot: string;
  let settings: string;
  let cacheDir: string;

  before(async () => {
    tarball = await makeTarball("@daostack/arc", "0.0.1-rc.57", truffleFiles(["Avatar"]));
    tampered = await makeTarball("@daostack/arc", "0.0.1-rc.57", truffleFiles(["Avatar"], "ff"));
  });
  beforeEach(() => {
    ({ registry, projectRoot, settings, cacheDir } = environment());
    pin = registry.publish(spec, tarball);
  });

  const fetchIt = (): Promise<Buffer> =>
    fetchTarball(spec, pin, { projectRoot, cacheDir, timeoutMs: 60_000 });
  const leftovers = async (): Promise<string[]> => await readdir(cacheDir);

  it("uses the scoped registry and the token of the user's settings", async () => {
    expect((await fetchIt()).equals(tarball)).to.be.true;
    expect(registry.sentTarballs).to.deep.equal([spec]);
  });

  it("uses a registry and token from the environment, and a project within a workspace", async () => {
    await writeFile(
      join(projectRoot, "package.json"),
      JSON.stringify({ name: "root", private: true, workspaces: ["member"] }),
    );
    const member = join(projectRoot, "member");
    await mkdir(member);
    await writeFile(join(member, "package.json"), '{"name":"member","version":"1.0.0"}');
    const fetched = await fetchTarball(spec, pin, { projectRoot: member, cacheDir });
    expect(fetched.equals(tarball)).to.be.true;

    await writeFile(settings, "");
    process.env["npm_config_registry"] = registry.url;
    process.env[`npm_config_${registry.url.slice("http:".length)}:_authToken`] = registry.token;
    process.env["npm_config_cache"] = join(environment().folder, "another-npm-cache");
    expect((await fetchIt()).equals(tarball)).to.be.true;
    expect(registry.sentTarballs).to.deep.equal([spec, spec]);
  });

  it("refuses a tarball that was altered together with the registry's hash", async () => {
    process.env["npm_execpath"] = QUICK_NPM;
    registry.packages.set(spec, { tarball: tampered });
    const error = await rejection(fetchIt());
    expect(error.name).to.equal("ArcError");
    expect(error.message)
      .to.include(spec)
      .and.include(`wanted ${pin}`)
      .and.include(`found  ${sha512Integrity(tampered)}`);
    expect(await leftovers()).to.deep.equal([]);
  });

  it("names both hashes even if npm notices the difference", async () => {
    registry.packages.set(spec, { tarball, sent: tampered });
    const error = await rejection(fetchIt());
    expect(error.message)
      .to.include(`wanted ${pin}`)
      .and.include(`found  ${sha512Integrity(tampered)}`);
  });

  it("repeats what npm says of a token that is refused, without showing it", async () => {
    await registry.writeNpmrc(settings, "a-wrong-and-secret-token");
    const error = await rejection(fetchIt());
    expect(error.message).to.include("E401").and.include(cacheDir);
    expect(error.message).not.to.include("secret");
    expect(registry.sentTarballs).to.deep.equal([]);
  });

  it("soon says what works if nobody answers, without showing a password in a URL", async () => {
    const { url } = registry;
    await registry.stop();
    await writeFile(
      settings,
      `@daostack:registry=${url.replace("//", "//someone:secret@")}\nfetch-retries=2\n`,
    );
    const error = await rejection(fetchIt());
    expect(error.message)
      .to.include("ECONNREFUSED")
      .and.include(`npm view ${spec}`)
      .and.include(cacheDir)
      .and.include("DAO_MIGRATION_CACHE");
    expect(error.message).not.to.include("secret").and.not.include("node:events");
  });

  it("says after some seconds that the registry does not answer", async () => {
    registry.silent = true;
    const notes: string[] = [];
    const error = await rejection(
      fetchTarball(spec, pin, {
        projectRoot,
        cacheDir,
        timeoutMs: 2500,
        noteAfterMs: 500,
        onFetch: (note) => notes.push(note),
      }),
    );
    expect(error.message).to.include("npm took too long").and.include("does not respond");
    expect(await leftovers()).to.deep.equal([]);
    expect(notes).to.have.length(2);
    expect(notes[1]).to.include(spec).and.include("Still waiting").and.include("after 3 s");
  });

  it("fetches even if npm's own cache cannot be written", async () => {
    const file = join(environment().folder, "a-file");
    await writeFile(file, "");
    process.env["npm_config_cache"] = join(file, "npm-cache");
    expect((await fetchIt()).equals(tarball)).to.be.true;
    expect(await leftovers()).to.deep.equal([]);
  });

  it("says so when npm cannot be started", async () => {
    const wrapper = join(environment().folder, "npm");
    await writeFile(wrapper, "no program", { mode: 0o644 });
    const { execPath } = process;
    const alone = join(environment().folder, "node");
    process.env["PATH"] = environment().folder;
    process.execPath = alone;
    try {
      const error = await rejection(fetchIt());
      expect(error.name).to.equal("ArcError");
      expect(error.message).to.include("could not be started").and.include(wrapper);
      await rm(wrapper);
      const none = await rejection(fetchIt());
      expect(none.message).to.include("npm was not found").and.include(alone);
    } finally {
      process.execPath = execPath;
    }
  });

  it("does not mistake an npm that succeeds without a tarball for a success", async () => {
    await replaceNpm(environment().folder, "console.log('fine')");
    expect((await rejection(fetchIt())).message).to.include("npm said: nothing");
  });

  it("runs no script of the package", async () => {
    const record = join(environment().folder, "ran");
    const script = `node -e "require('fs').writeFileSync(${JSON.stringify(record)}, '')"`;
    const hostile = await makeTarball("@daostack/arc", "0.0.1-rc.57", {
      "package.json": JSON.stringify({
        name: "@daostack/arc",
        version: "0.0.1-rc.57",
        scripts: { prepack: script, prepare: script, install: script, postinstall: script },
      }),
    });
    pin = registry.publish(spec, hostile);
    expect((await fetchIt()).equals(hostile)).to.be.true;
    expect((await rejection(readFile(record))).message).to.include("ENOENT");
  });
});
