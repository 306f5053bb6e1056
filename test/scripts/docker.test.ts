import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";

import { expect } from "chai";

import { webAddress } from "../../scripts/image/labels.mjs";
import { Clone, writeFile } from "./clone.js";

/** Records its arguments. */
const CLIENT = `#!/bin/sh\nprintf '%s\\n' "$@" > "$CALLS"\nexit "\${DOCKER_CODE:-0}"\n`;

describe("scripts/docker.mjs", () => {
  let clone: Clone;
  let calls = "";
  let client = "";
  let commit = "";

  before(() => {
    clone = new Clone("scripts/docker.mjs", "scripts/image", "scripts/release");
    calls = path.join(clone.folder, "calls");
    client = path.join(clone.folder, "docker");
    clone.write("package.json", '{ "version": "0.0.1-rc.57-v3" }\n');
    clone.beginRepository();
    clone.git("remote", "add", "origin", "https://user:secret@example.org/team/dao.git");
    commit = clone.git("rev-parse", "HEAD");
    writeFile(client, CLIENT, 0o755);
  });

  after(() => clone.dispose());

  /** Runs it with a Docker client that records its arguments. */
  const run = (what: "build" | "push", args: string[] = [], env: NodeJS.ProcessEnv = {}) => {
    const { GITHUB_REPOSITORY: _, DOCKER_SOURCE: __, DOCKER_BASE: ___, ...own } = process.env;
    rmSync(calls, { force: true });
    const ended = spawnSync(process.execPath, ["scripts/docker.mjs", what, ...args], {
      cwd: clone.root,
      encoding: "utf8",
      timeout: 120_000,
      env: { ...own, DOCKER: client, CALLS: calls, ...env },
    });
    const called = () => readFileSync(calls, "utf8").trimEnd().split("\n");
    return { ...ended, called };
  };
  const label = (name: string, value: string) => `org.opencontainers.image.${name}=${value}`;

  it("label an image with its commit and where it comes from, without a password", () => {
    const { status, stdout, called } = run("build", ["--platform", "linux/arm64"]);
    expect(status).to.equal(0);
    expect(stdout).to.equal("Built hardhat-dao-migration:0.0.1-rc.57-v3\n");
    expect(called()).to.include.members([
      label("revision", commit),
      label("source", "https://example.org/team/dao"),
      label("url", "https://example.org/team/dao"),
      "VERSION=0.0.1-rc.57-v3",
    ]);
    expect(called().slice(-3)).to.deep.equal(["--platform", "linux/arm64", "."]);
    expect(called().join(" ")).to.match(/image\.created=\d{4}-\d\d-\d\dT/);
    expect(called().join(" ")).not.to.contain("secret@");
  });

  it("label it with the named base and the given source", () => {
    const digest = `sha256:${"a".repeat(64)}`;
    const { called } = run("build", [], {
      DOCKER_BASE: `node:24@${digest}`,
      DOCKER_SOURCE: "https://example.org/other",
    });
    expect(called()).to.include.members([
      `BASE=node:24@${digest}`,
      label("base.name", "node:24"),
      label("base.digest", digest),
      label("source", "https://example.org/other"),
    ]);
  });

  it("push what was built", () => {
    const { status, called } = run("push", [], { DOCKER_IMAGE: "team/dao" });
    expect(status).to.equal(0);
    expect(called()).to.deep.equal(["push", "team/dao:0.0.1-rc.57-v3"]);
  });

  it("push one image for several platforms, with attestations", () => {
    const { status, called } = run("push", [], {
      DOCKER_IMAGE: "team/dao",
      DOCKER_PLATFORMS: "linux/amd64,linux/arm64",
    });
    expect(status).to.equal(0);
    expect(called().join(" ")).to.match(
      /^buildx build --platform linux\/amd64,linux\/arm64 --attest type=sbom --attest type=provenance,mode=max --push /,
    );
    expect(called()).to.include.members(["team/dao:0.0.1-rc.57-v3", label("revision", commit)]);
  });

  it("end with 2 if nothing says where to push, and with 1 if docker fails", () => {
    const unnamed = run("push", [], { DOCKER_IMAGE: "" });
    expect(unnamed.status).to.equal(2);
    expect(unnamed.stderr).to.contain("DOCKER_IMAGE is not set");
    for (const what of ["build", "push"] as const) {
      const failed = run(what, [], { DOCKER_IMAGE: "team/dao", DOCKER_CODE: "125" });
      expect(failed.status).to.equal(1);
      expect(failed.stderr).to.contain("failed (exit code 125)");
      const missing = run(what, [], { DOCKER_IMAGE: "team/dao", DOCKER: "/nowhere/docker" });
      expect(missing.status).to.equal(1);
      expect(missing.stderr).to.contain("cannot be started");
    }
  });

  for (const [remote, page] of [
    ["git@example.org:team/dao.git", "https://example.org/team/dao"],
    ["ssh://git@example.org:2222/team/dao.git", "https://example.org/team/dao"],
    ["https://example.org/team/dao/", "https://example.org/team/dao"],
    ["/home/user/dao", undefined],
    ["../dao", undefined],
    ["", undefined],
  ] as const) {
    it(`take ${remote || "no remote"} for ${page ?? "no page"}`, () => {
      expect(webAddress(remote)).to.equal(page);
    });
  }
});
