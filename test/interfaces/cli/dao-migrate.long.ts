import { expect } from "chai";

import type { MadeCheck } from "../../../src/operations/run/check-made.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { daoMigrate, inCliFolder } from "./command.js";
import { ok } from "../../run-here.js";
import { resultIn } from "../../result-in.js";
import { openNode } from "./node.js";

describe("dao-migrate, command after command", () => {
  let node: Awaited<ReturnType<typeof openNode>>;

  beforeEach(async () => {
    node = await openNode();
  });

  afterEach(async () => {
    await node.close();
  });

  it("migrates base and the example of another release in an empty folder", () =>
    inCliFolder(async ({ folder, cli }) => {
      ok(await cli("-f", "-a", "rc.40", "-p", node.url));
      const { base, dao } = await resultIn(folder);
      expect([base?.arcVersion, dao?.arcVersion]).to.deep.equal(["0.0.1-rc.40", "0.0.1-rc.40"]);
      expect(dao).to.include({ name: "Harbour Commons" });
    }));

  it("works command by command: base, dao on it, demo on it", () =>
    inCliFolder(async ({ folder, cli }) => {
      const args = ["-d", "-q", "--provider", node.url, "--output", "out.json"];
      const base = await cli("base", ...args);
      expect(base).to.deep.equal({ code: 0, stdout: "", stderr: "" });
      const first = await resultIn(folder, "out.json");
      expect(first).to.have.property("base");

      const dao = await cli("dao", ...args, "--json");
      expect(dao.code).to.equal(0);
      const { checks } = JSON.parse(dao.stdout) as { checks: readonly MadeCheck[] };
      expect(checks.map(({ report }) => report?.passed)).to.deep.equal([true]);
      const demo = await cli(...args, "demo", "--json", "--no-check");
      expect(demo.code).to.equal(0);
      expect(JSON.parse(demo.stdout)).not.to.have.property("checks");
      const last = await resultIn(folder, "out.json");
      expect(last.base).to.deep.equal(first.base);
      expect(last.dao?.Avatar).to.be.a("string");
      expect(last.test?.proposalId).to.equal(last.test?.queuedProposalId);
    }));

  it("does not create a second DAO from the same parameters without --force", () =>
    inCliFolder(async ({ folder, cli }) => {
      const args = ["-d", "-p", node.url];
      expect((await cli(...args)).code).to.equal(0);
      const { dao } = await resultIn(folder);
      const sent = await node.sent();
      const again = await cli(...args);
      expect(again.code).to.equal(1);
      expect(again.stderr).to.include(
        `migration.json already has the DAO "${dao?.name}" on this chain (Avatar ${dao?.Avatar})`,
      );
      expect(await node.sent()).to.equal(sent);
      ok(await cli("dao", "-f", "-p", node.url));
      expect((await resultIn(folder)).others?.[0]?.dao).to.deep.equal(dao);
    }));

  it("reads the node's URL from the environment, unless a flag is passed", () =>
    inTemporaryFolder(async (folder) => {
      const env = { DAO_MIGRATE_PROVIDER: node.url };
      ok(await daoMigrate(["base", "--dry-run"], { cwd: folder, env }));
      const wrong = { DAO_MIGRATE_PROVIDER: "http://127.0.0.1:1" };
      ok(
        await daoMigrate(["base", "--dry-run", "-p", node.url], {
          cwd: folder,
          env: wrong,
        }),
      );
    }));
});
