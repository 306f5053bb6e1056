import { expect } from "chai";

import { PUBLISH, ReleaseClone } from "./release-clone.js";

describe("npm run release, with provenance", () => {
  let clone: ReleaseClone;
  beforeEach(() => {
    clone = new ReleaseClone(
      "# Changelog\n\n## Unreleased\n\n## 0.0.1-rc.57-v3 - 2026-01-01\n\n- It.\n",
    );
  });
  afterEach(() => clone.dispose());

  it("refuses provenance if package.json names no repository, or another than the build's", async () => {
    const github = { ...PUBLISH, GITHUB_REPOSITORY: "Somebody/dao" };
    const name = (repository: unknown) => {
      const manifest = JSON.parse(clone.read("package.json")) as object;
      clone.write("package.json", `${JSON.stringify({ ...manifest, repository })}\n`);
      clone.commit(`Name ${JSON.stringify(repository)}`);
      clone.git("push", "--quiet", "origin", "main");
    };
    name(undefined);
    for (const args of [[], ["--dry-run"]]) {
      const { code, text } = await clone.run("release", args, github);
      expect(code).to.equal(1);
      expect(text).to.match(
        /names no repository, .*npm pkg set repository\.url=git\+https:\/\/github\.com\/Somebody\/dao\.git/,
      );
    }
    name("github:another/dao");
    const other = await clone.run("release", [], github);
    expect(other.text).to.match(
      /names github:another\/dao, .*https:\/\/github\.com\/Somebody\/dao/,
    );
    const gitlab = { ...PUBLISH, CI_PROJECT_URL: "https://gitlab.example.org/a/b/dao" };
    expect((await clone.run("release", [], gitlab)).text).to.contain("gitlab.example.org/a/b/dao");
    expect(clone.npmCalls.filter((call) => !call.startsWith("pack"))).to.deep.equal([]);

    for (const same of [
      "somebody/dao",
      "github:somebody/dao",
      { type: "git", url: "git+https://github.com/somebody/dao.git" },
      { url: "git+ssh://git@github.com/somebody/dao.git" },
      { url: "https://github.com/somebody/dao/" },
    ]) {
      name(same);
      const { code, text } = await clone.run("release", ["--dry-run"], github);
      expect(code, `${JSON.stringify(same)}\n${text}`).to.equal(0);
    }
    name(undefined);
    const without = await clone.run("release", ["--no-provenance"], github);
    expect(without.code, without.text).to.equal(0);
    expect(clone.npmCalls).to.include("publish --ignore-scripts --access public --tag latest");
  });
});
