import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { DaoResult } from "../../../src/foundation/result/result.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { daoMigrateHere, inCliFolder } from "../cli/command.js";
import { ok } from "../../run-here.js";
import { openNodeWithBase } from "../cli/node-with-base.js";
import { useOpened } from "../../use-opened.js";

describe("dao-migrate report", () => {
  const node = useOpened(openNodeWithBase);
  let dao: DaoResult;
  let result: string;

  before(async () => {
    ({ dao } = await node.make(SMALL_DAO));
    result = node.resultWith({ dao });
  });

  const inFolder = async (
    run: (
      report: (...args: string[]) => ReturnType<typeof daoMigrateHere>,
      folder: string,
    ) => Promise<void>,
  ) =>
    await inCliFolder(async ({ folder: cwd, cli }) => {
      await writeFile(join(cwd, "migration.json"), result);
      await run(async (...args) => await cli("report", "-p", node.url, ...args), cwd);
    });

  it("writes a report of the result file's DAO, and the same bytes again", async () => {
    await inFolder(async (report, folder) => {
      const run = ok(await report());
      expect(run.stdout).to.match(
        /^Wrote dao-report\.html \(\d+ kB\)\. Open it in a browser; it needs no network\.\n$/,
      );
      const page = await readFile(join(folder, "dao-report.html"), "utf8");
      expect(page)
        .to.include('<h1><bdi class="said">A small DAO</bdi></h1>')
        .and.include(dao.Avatar);
      const { stdout } = await daoMigrateHere(["inspect", "-p", node.url, "-q", "--json"], {
        cwd: folder,
      });
      expect(page).to.include(createHash("sha256").update(stdout).digest("hex"));
      await writeFile(join(folder, "small.json"), JSON.stringify(SMALL_DAO));
      ok(await report(dao.Avatar, "-o", "other.html", "--params", "small.json"));
      expect(await readFile(join(folder, "other.html"), "utf8"))
        .to.include("small.json")
        .and.not.include("Not compared");
      expect((await report()).code).to.equal(0);
      expect(await readFile(join(folder, "dao-report.html"), "utf8")).to.equal(page);
    });
  });
});
