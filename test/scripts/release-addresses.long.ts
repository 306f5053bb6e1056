import { expect } from "chai";

import { openRpc, type OpenServer } from "../open-server.js";
import { KEY, PUBLISH, ReleaseClone } from "./release-clone.js";

describe("the addresses of a release's migrations", () => {
  const FILE = "src/foundation/result/deployments/kovan.json";
  const OLD_BASE = { "0.0.1-rc.40": { GEN: "0x01" } };
  const NEW_BASE = { "0.0.1-rc.57": { GEN: "0x02" } };
  const NEW_DAO = { "0.0.1-rc.57": { name: "New", Avatar: "0x03" } };
  const ADDRESSES = JSON.stringify({ kovan: { base: NEW_BASE, dao: NEW_DAO } });

  let clone: ReleaseClone;
  let node: OpenServer;

  before(async () => {
    node = await openRpc(({ id }) => ({ jsonrpc: "2.0", id, result: "0x2a" }));
  });
  after(() => node.close());

  beforeEach(() => {
    clone = new ReleaseClone("# Changelog\n\n## 0.0.1-rc.57-v3 - 2026-01-01\n\n- Something.\n");
    clone.write(FILE, JSON.stringify({ base: OLD_BASE }));
    clone.commit("Know a base");
    clone.git("push", "--quiet", "origin", "main");
    clone.write(".env", `kovan_provider=${node.url}\nkovan_private_key=${KEY}\n`);
  });

  afterEach(() => clone.dispose());

  it("are in the package and the image that it publishes, and in the tagged commit", async () => {
    const { code, text } = await clone.run("release", ["--force"], { ...PUBLISH, ADDRESSES });
    expect(code, text).to.equal(0);
    const expected = { base: { ...OLD_BASE, ...NEW_BASE }, dao: NEW_DAO };
    for (const file of [FILE, `dist/${FILE}`]) {
      expect(JSON.parse(clone.read(file)), file).to.deep.equal(expected);
    }
    expect(JSON.parse(clone.git("show", `v0.0.1-rc.57-v3:${FILE}`))).to.deep.equal(expected);
    expect(clone.git("log", "-1", "--format=%s")).to.equal(
      "Add the addresses of 0.0.1-rc.57-v3 on kovan",
    );
    expect(clone.git("status", "--porcelain")).to.equal("");
    expect(text).to.contain("git push origin main v0.0.1-rc.57-v3");
    const calls = clone.calls.map(({ args }) => args.slice(0, 2).join(" "));
    const read = calls.indexOf("addresses --format");
    expect(read).to.be.above(calls.indexOf("run build"));
    expect(read).to.be.below(calls.indexOf("run docker:build"));
  });

  it("make no commit if they are known, and none in a dry run", async () => {
    const known = JSON.stringify({ kovan: { base: OLD_BASE } });
    const dry = await clone.run("release", ["--dry-run", "--force"], { ADDRESSES });
    expect(dry.code, dry.text).to.equal(0);
    const again = await clone.run("release", ["--force"], { ...PUBLISH, ADDRESSES: known });
    expect(again.code, again.text).to.equal(0);
    expect(clone.git("log", "-1", "--format=%s")).to.equal("Know a base");
  });

  it("end the release if the result has none for the network", async () => {
    const other = JSON.stringify({ mainnet: { base: NEW_BASE } });
    const { code, text } = await clone.run("release", ["--force"], {
      ...PUBLISH,
      ADDRESSES: other,
    });
    expect(code).to.equal(1);
    expect(text).to.match(/migration-kovan\.json has no addresses on kovan/);
    expect(clone.calls.some(({ args }) => args[0] === "publish")).to.equal(false);
  });
});
