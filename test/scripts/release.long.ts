import { expect } from "chai";
import { readFileSync } from "node:fs";
import path from "node:path";

import { openAnswering, type OpenServer } from "../open-server.js";
import { KEY, PUBLISH, ReleaseClone } from "./release-clone.js";

const OLD = "## 0.0.1-rc.57-v3 - 2026-01-01\n\n- Something.\n";
const UNRELEASED = `# Changelog\n\n## Unreleased\n\n- Something new.\n\n${OLD}`;
const RELEASED = `# Changelog\n\n## Unreleased\n\n${OLD}`;

describe("npm run prepare-release", () => {
  let clone: ReleaseClone;
  afterEach(() => clone.dispose());

  it("writes the next version to every file that contains it, dates the changelog, and commits", async () => {
    clone = new ReleaseClone(UNRELEASED);
    const { code, text } = await clone.run("prepare-release", []);
    expect(code, text).to.equal(0);
    expect(clone.read("package.json")).to.contain('"0.0.1-rc.57-v4"').and.not.contain("v3");
    expect(clone.read("package-lock.json")).to.contain('"0.0.1-rc.57-v4"').and.not.contain("v3");
    for (const file of ["docs/container.md", "examples/kubernetes/test-suite.yaml"]) {
      expect(clone.read(file), file).to.contain("migration:0.0.1-rc.57-v4");
    }
    const day = new Date().toISOString().slice(0, 10);
    expect(clone.read("CHANGELOG.md")).to.equal(
      `# Changelog\n\n## Unreleased\n\n## 0.0.1-rc.57-v4 - ${day}\n\n- Something new.\n\n${OLD}`,
    );
    expect(clone.git("log", "-1", "--format=%s")).to.equal("Release 0.0.1-rc.57-v4");
    expect(clone.git("status", "--porcelain")).to.equal("");
    expect(clone.calls).to.deep.equal([]);
  });

  it("needs the repository's address once, and writes everything that follows from it", async () => {
    clone = new ReleaseClone(UNRELEASED);
    clone.write("package.json", '{ "name": "x", "version": "0.0.1-rc.57-v3" }\n');
    clone.commit("Name no repository");
    const { code, text } = await clone.run("prepare-release", []);
    expect(code).to.equal(1);
    expect(text).to.contain("--repository https://<host>/<owner>/<name>");
    const address = "https://example.org/our/dao";
    const given = await clone.run("prepare-release", ["--repository", `${address}.git`]);
    expect(given.code, given.text).to.equal(0);
    expect(JSON.parse(clone.read("package.json"))).to.deep.equal({
      name: "x",
      version: "0.0.1-rc.57-v4",
      repository: { type: "git", url: `git+${address}.git` },
      homepage: `${address}#readme`,
      bugs: { url: `${address}/issues` },
    });
  });

  it("accepts a version, and refuses one of another format or the same", async () => {
    clone = new ReleaseClone(UNRELEASED);
    for (const wrong of ["1.0", "0.0.1-rc.57", "0.0.1-rc.57-v3", "v4", "0.0.1-rc.58-v0"]) {
      const { code } = await clone.run("prepare-release", [wrong]);
      expect(code, wrong).to.equal(1);
    }
    const { code, text } = await clone.run("prepare-release", ["0.0.1-rc.56-v0"]);
    expect(code).to.equal(0);
    expect(text).to.match(/carries Arc 0\.0\.1-rc\.57 .* change DEFAULT_ARC_VERSION/s);
    expect(clone.git("log", "-1", "--format=%s")).to.equal("Release 0.0.1-rc.56-v0");
  });

  it("prepares the very first release with the version in package.json", async () => {
    clone = new ReleaseClone("# Changelog\n\n## Unreleased\n\n- Everything.\n");
    const { code, text } = await clone.run("prepare-release", []);
    expect(code, text).to.equal(0);
    expect(clone.read("CHANGELOG.md")).to.contain("## 0.0.1-rc.57-v3 - ");
    expect(clone.git("log", "-1", "--format=%s")).to.equal("Release 0.0.1-rc.57-v3");
  });

  it("refuses a dirty tree and a changelog that says nothing, and changes nothing", async () => {
    clone = new ReleaseClone(RELEASED);
    const empty = await clone.run("prepare-release", []);
    expect(empty.text).to.match(/says nothing under "## Unreleased"/);
    clone.write("new.txt", "");
    const dirty = await clone.run("prepare-release", []);
    expect(dirty.text).to.match(/1 files are changed or untracked \(new\.txt\)/);
    expect([empty.code, dirty.code]).to.deep.equal([1, 1]);
    expect(clone.read("package.json")).to.contain("v3");
    expect(clone.git("log", "--format=%s")).to.equal("Begin");
  });
});

describe("npm run release", () => {
  let clone: ReleaseClone;
  let node: OpenServer;
  let url: string;
  /** Authorization headers that the node received. */
  const authorizations: (string | undefined)[] = [];

  before(async () => {
    node = await openAnswering((body, { headers }) => {
      authorizations.push(headers.authorization);
      const { id } = JSON.parse(body) as { readonly id: number };
      return { body: { jsonrpc: "2.0", id, result: "0x2a" } };
    });
    url = new URL(node.url).host;
  });
  after(() => node.close());
  beforeEach(() => (clone = new ReleaseClone(RELEASED)));
  afterEach(() => clone.dispose());

  it("builds, publishes with provenance and a bill of materials, pushes the image, and tags", async () => {
    const { code, text } = await clone.run("release", [], PUBLISH);
    expect(code, text).to.equal(0);
    expect(clone.npmCalls).to.deep.equal([
      "pack --dry-run --json --ignore-scripts",
      "run build",
      "sbom --package-lock-only --omit dev --sbom-format cyclonedx",
      "run docker:build",
      "view x@0.0.1-rc.57-v3 gitHead --json",
      "publish --ignore-scripts --access public --tag latest --provenance",
      "run docker:push",
    ]);
    expect(clone.read("dist/sbom.cdx.json")).to.contain("CycloneDX");
    expect(clone.git("tag", "--list")).to.equal("v0.0.1-rc.57-v3");
    const again = await clone.run("release", [], PUBLISH);
    expect(again.text).to.match(/is already released/);
  });

  it("publishes, pushes and tags nothing with --dry-run", async () => {
    const { code, text } = await clone.run("release", ["--dry-run"]);
    expect(code, text).to.equal(0);
    expect(clone.npmCalls.at(-1)).to.equal(
      "publish --ignore-scripts --access public --tag latest --dry-run",
    );
    expect(clone.git("tag", "--list")).to.equal("");
  });

  it("stops before it pushes the image if the package cannot be published", async () => {
    const { code, text } = await clone.run("release", [], { ...PUBLISH, PUBLISH_CODE: "1" });
    expect(code).to.equal(1);
    expect(text).to.match(/The release stopped: the package ended with 1/);
    expect(clone.npmCalls).not.to.include("run docker:push");
    expect(clone.git("tag", "--list")).to.equal("");
  });

  it("refuses another branch, a dirty tree, a version that was not prepared, and an unvouched build", async () => {
    clone.git("checkout", "--quiet", "-b", "feature");
    expect((await clone.run("release", ["--dry-run"])).text).to.match(
      /branch is feature; .*from main/,
    );
    clone.git("checkout", "--quiet", "main");
    clone.write("package.json", '{ "version": "0.0.1-rc.57-v9" }');
    expect((await clone.run("release", ["--dry-run"])).text).to.match(
      /untracked \(package\.json\)/,
    );
    clone.commit("Change the version");
    clone.git("push", "--quiet", "origin", "main");
    expect((await clone.run("release", ["--dry-run"])).text).to.match(
      /nothing about 0\.0\.1-rc\.57-v9/,
    );
    clone.git("reset", "--quiet", "--hard", "HEAD~1");
    clone.git("push", "--quiet", "--force", "origin", "main");
    expect((await clone.run("release", [])).text).to.match(/not a CI, .*--no-provenance/);
    for (const base of ["", "node:24-bookworm-slim"]) {
      const { text } = await clone.run("release", ["--no-provenance"], { DOCKER_BASE: base });
      expect(text).to.match(/DOCKER_BASE is .*imagetools inspect/);
    }
    expect(
      (await clone.run("release", ["--no-provenance"], { DOCKER_BASE: PUBLISH.DOCKER_BASE })).text,
    ).to.match(/DOCKER_IMAGE is not set/);
    expect(clone.npmCalls.filter((call) => !call.startsWith("pack"))).to.deep.equal([]);
  });

  it("refuses a main that is not origin's, and an unreachable origin", async () => {
    clone.write("new.txt", "");
    clone.commit("Only here");
    const ahead = await clone.run("release", [], PUBLISH);
    expect(ahead.text).to.match(/main is 1 commits ahead of origin's main and 0 behind/);
    clone.git("push", "--quiet", "origin", "main");
    clone.git("reset", "--quiet", "--hard", "HEAD~1");
    const behind = await clone.run("release", ["--dry-run"]);
    expect(behind.text).to.match(/0 commits ahead of origin's main and 1 behind/);
    clone.git("remote", "set-url", "origin", `${clone.origin}-gone`);
    const gone = await clone.run("release", [], PUBLISH);
    expect(gone.text).to.match(/origin's main cannot be fetched/);
    expect([ahead.code, behind.code, gone.code]).to.deep.equal([1, 1, 1]);
    expect(clone.calls).to.deep.equal([]);
  });

  it("refuses files that git ignores and npm would publish", async () => {
    const { code, text } = await clone.run("release", [], { ...PUBLISH, PACKED: "src/.env a.log" });
    expect(code).to.equal(1);
    expect(text).to.match(/Git ignores src\/\.env, a\.log, and npm would publish it/);
    expect(clone.npmCalls).to.have.lengthOf(1);
  });

  it("refuses arguments that npm has swallowed, and does not migrate for --help", async () => {
    for (const [name, value, flag] of [
      ["npm_config_dry_run", "true", "--dry-run"],
      ["npm_config_params", "my.json", "--params"],
      ["npm_config_provenance", "", "--no-provenance"],
    ] as const) {
      const { code, text } = await clone.run("release", [], { ...PUBLISH, [name]: value });
      expect(code, name).to.equal(1);
      expect(text).to.contain(`npm run release -- ${flag}`);
    }
    const help = await clone.run("release", ["--help"], PUBLISH);
    expect(help.code).to.equal(0);
    expect(help.text).to.match(/^Usage: npm run release --/);
    expect(clone.calls).to.deep.equal([]);
    expect(clone.git("tag", "--list")).to.equal("");
  });

  it("completes a release that stopped after the package, and refuses one of another commit", async () => {
    const published = { ...PUBLISH, PUBLISHED: clone.git("rev-parse", "HEAD") };
    const { code, text } = await clone.run("release", [], published);
    expect(code, text).to.equal(0);
    expect(clone.npmCalls.join()).not.to.contain("publish");
    expect(clone.npmCalls.at(-1)).to.equal("run docker:push");
    expect(clone.git("tag", "--list")).to.equal("v0.0.1-rc.57-v3");

    clone.git("tag", "--delete", "v0.0.1-rc.57-v3");
    const other = await clone.run("release", [], { ...PUBLISH, PUBLISHED: "0123abc" });
    expect(other.code).to.equal(1);
    expect(other.text).to.match(/already published, from commit 0123abc/);
  });

  it("migrates first, on the networks of .env, with the arguments given, and prints no secret", async () => {
    const provider = `http://user:pass@${url}/v3/secret-token`;
    clone.write(
      ".env",
      `kovan_provider=${provider}\nkovan_private_key=${KEY}\nmainnet_provider=\n`,
    );
    const { code, text } = await clone.run("release", ["--params", "my.json", "--force"], PUBLISH);
    expect(code, text).to.equal(0);
    const migrations = clone.calls.filter(
      ({ program, args }) => program === "dao-migrate" && args[0] !== "addresses",
    );
    expect(migrations).to.deep.equal([
      {
        program: "dao-migrate",
        args: ["--params", "my.json", "--force", "--output", "migration-kovan.json"],
        key: KEY,
        provider,
      },
    ]);
    const programs = clone.calls.map(({ program, args }) => `${program} ${args[0]}`);
    expect(programs.indexOf("dao-migrate --params")).to.be.lessThan(
      programs.indexOf("npm publish"),
    );
    expect(text).to.contain("Migrating on kovan");
    for (const secret of [KEY, KEY.slice(2), "secret-token", "pass"])
      expect(text).not.to.contain(secret);
    expect(authorizations.at(-1)).to.equal(`Basic ${Buffer.from("user:pass").toString("base64")}`);
  });

  it("rehearses the migrations with --dry-run, and publishes nothing after one that failed", async () => {
    clone.write(".env", `kovan_provider=http://${url}\nkovan_private_key=${KEY}\n`);
    await clone.run("release", ["--dry-run", "--force"]);
    expect(clone.calls.find(({ program }) => program === "dao-migrate")!.args).to.include(
      "--dry-run",
    );
    const { code, text } = await clone.run("release", ["--force"], {
      ...PUBLISH,
      MIGRATION_CODE: "1",
    });
    expect(code).to.equal(1);
    expect(text).to.match(/the migration on kovan ended with 1/);
    expect(clone.npmCalls.filter((call) => call.startsWith("publish"))).to.have.lengthOf(1);
  });

  const wrong: [string, string, RegExp][] = [
    ["no network", "kovan_provider=\n", /has no network/],
    ["a key alone", `xdai_private_key=${KEY}\n`, /xdai_provider is not set/],
    ["a provider alone", "sokol_provider=http://127.0.0.1:1\n", /sokol_private_key is not set/],
    [
      "a provider that is no address",
      `kovan_provider=node\nkovan_private_key=${KEY}\n`,
      /not the address of a node/,
    ],
    [
      "a node that does not answer",
      `kovan_provider=http://127.0.0.1:1/token9\nkovan_private_key=${KEY}\n`,
      /\(127\.0\.0\.1:1\) does not answer/,
    ],
    [
      "a node of another network",
      `mainnet_provider=http://NODE/token9\nmainnet_private_key=${KEY}\n`,
      /has the chain ID 42; mainnet's is 1/,
    ],
  ];
  for (const [what, env, message] of wrong) {
    it(`refuses ${what} in .env before anything is built`, async () => {
      clone.write(".env", env.replace("NODE", url));
      const { code, text } = await clone.run("release", ["--force"], PUBLISH);
      expect(text).to.match(message);
      expect(text).not.to.contain("token9").and.not.contain(KEY);
      expect(code).to.equal(1);
      expect(clone.npmCalls.filter((call) => !call.startsWith("pack"))).to.deep.equal([]);
    });
  }
});

describe(".env.example", () => {
  it("has the ten variables of the specification, without values", () => {
    const text = readFileSync(path.join(import.meta.dirname, "../../.env.example"), "utf8");
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const names = ["kovan", "rinkeby", "mainnet", "xdai", "sokol"];
    expect(lines).to.deep.equal(
      names.flatMap((name) => [`${name}_provider=`, `${name}_private_key=`]),
    );
  });
});
