import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { CHANGING_DAO } from "../operations/change/change-dao.js";
import { openNode } from "../interfaces/cli/node.js";
import { resultIn } from "../result-in.js";
import { ok } from "../run-here.js";
import { inProject } from "./project.js";
import { closing } from "../closing.js";

const ACCOUNT = /^account +(0x\w{40})$/m;

describe("dao tasks on a chain that another process serves, and whose node signs", () => {
  it("build on the file's base one after the other, keep each other's sections, and need keys only to sign", async () => {
    await using node = closing(await openNode());
    const config = `networks: {
      served: { type: "http", url: "${node.url}" },
      keyed: { type: "http", url: "${node.url}", accounts: [configVariable("A_MISSING_KEY")] },
    }`;
    await inProject(config, async ({ folder, hardhatHere }) => {
      const on = async (...args: string[]) => await hardhatHere(...args, "--network", "served");
      const refused = async (message: string, ...args: string[]) => {
        const { code, stderr } = await on(...args);
        expect(code, stderr).not.to.equal(0);
        expect(stderr)
          .to.include(message)
          .and.not.match(/^\s+at /m);
      };
      await writeFile(join(folder, "migration-params.json"), JSON.stringify(CHANGING_DAO));
      await refused("hardhat dao:migrate-base", "dao:migrate-dao");
      expect(await readdir(folder)).not.to.include("migration.json");
      ok(await on("dao:migrate-base", "--arc-version", "rc.55"));
      const { base } = await resultIn(folder);
      const made = ok(await on("dao:migrate-dao"));
      expect(made.stdout).to.match(/ was checked on the chain, .* as requested \(\d+ rules\)\.\n$/);
      ok(await hardhatHere("dao:check", "--network", "keyed"));
      const signs = ["dao:migrate-base", "--output", "keyed.json", "--network", "keyed"];
      ok(await hardhatHere(...signs, "--dry-run", "--from", made.stdout.match(ACCOUNT)?.[1] ?? ""));
      expect((await hardhatHere(...signs, "--dry-run")).stderr).to.include("A_MISSING_KEY");
      ok(await on("dao:demo", "--quiet"));
      const result = await resultIn(folder);
      expect(result).to.not.have.property("inProcess");
      expect(result.base).to.deep.equal(base);
      expect(result.dao).to.include({ name: CHANGING_DAO.orgName, arcVersion: "0.0.1-rc.55" });
      expect(result.test).to.include.keys("proposalId", "executedProposalId");
      await writeFile(join(folder, "before.json"), (await on("dao:inspect", "--json")).stdout);
      const since = ["dao:inspect", "--since", "before.json"];
      ok(await on(...since, "--fail-on-change"));
      await refused("are of different DAOs", ...since, "--section", "test");
    });
  });

  it("name the network if nobody answers", async () => {
    const config = 'networks: { served: { type: "http", url: "http://127.0.0.1:1" } }';
    await inProject(config, async ({ hardhatHere }) => {
      const { code, stderr } = await hardhatHere("dao:migrate-base", "--network", "served");
      expect(code).to.equal(1);
      expect(stderr).to.include('network "served"');
    });
  });
});
