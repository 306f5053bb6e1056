import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { ExportReport } from "../../../src/operations/export/report.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { daoMigrateHere, inCliFolder, type CommandRun } from "../cli/command.js";
import { ok } from "../../run-here.js";
import { openNodeWithBase } from "../cli/node-with-base.js";
import { itWith } from "../../it-with.js";
import { useOpened } from "../../use-opened.js";

const FILE = {
  ...SMALL_DAO,
  useDaoCreator: false,
  unregisterOwner: true,
  schemes: { ContributionReward: true },
  ContributionReward: [{ voteParams: 0 }],
} satisfies MigrationParameters;

describe("dao-migrate export", () => {
  const node = useOpened(openNodeWithBase);
  let dao: DaoResult;
  /** A DAO whose founder sent tokens to the avatar, which parameters cannot express. */
  let later: DaoResult;
  let result: string;

  before(async () => {
    const { deployer, release } = node;
    ({ dao } = await node.make(FILE));
    const founder = { address: deployer.account, tokens: 1, reputation: 1 };
    const raw = { ...FILE, orgName: "Later", founders: [founder] };
    ({ dao: later } = await node.make(raw));
    const token = { artifact: release.artifact("DAOToken"), address: later.NativeToken };
    await deployer.send("give", token, "transfer", [later.Avatar, 7n]);
    result = node.resultWith({ dao });
  });

  const it = itWith<[cwd: string, run: (...args: string[]) => Promise<CommandRun>]>((run) =>
    inCliFolder(async ({ folder, cli }) => {
      await writeFile(join(folder, "migration.json"), result);
      await run(folder, async (...args) => await cli("export", "-p", node.url, ...args));
    }),
  );

  it("prints only the file, from which the same DAO can be migrated", async (_cwd, run) => {
    const { code, stdout, stderr } = await run();
    expect(code, stderr).to.equal(0);
    const { $comment, arcVersion, ...file } = JSON.parse(stdout) as MigrationParameters;
    expect($comment).to.match(
      new RegExp(`^Exported from the DAO ${dao.Avatar}, chain ID 31337, at block \\d+\\.$`),
    );
    expect(arcVersion).to.equal("0.0.1-rc.57");
    expect(file).to.deep.equal({
      ...FILE,
      tokenName: "A small DAO Token",
      tokenSymbol: "ASDT",
      useUController: false,
    });
    // As people write it, with one founder per line.
    expect(stdout).to.include(
      '{ "address": "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", "tokens": 1000, "reputation": 1000 }',
    );
    expect(stderr).to.include(`Read the DAO ${dao.Avatar}`).and.to.include("Note\n");
  });

  it("writes a file that passes a check of the same DAO, even with the result of another file", async (cwd, run) => {
    expect((await run("--output", "my-dao.json")).code).to.equal(0);
    const check = async () =>
      await daoMigrateHere(["check", "-p", node.url, "-i", "my-dao.json"], { cwd });
    ok(await check());
    const entry = JSON.parse(result) as { dao: { Schemes: object[] } };
    entry.dao.Schemes.unshift({
      ...entry.dao.Schemes[0],
      name: "UpgradeScheme",
      address: dao.Avatar,
    });
    await writeFile(join(cwd, "migration.json"), JSON.stringify(entry));
    ok(await check());
  });

  it("exits with 1 if something of the DAO is not in the file, and says what", async (_cwd, run) => {
    const { code, stdout, stderr } = await run(later.Avatar, "--now");
    expect(code).to.equal(1);
    expect(stderr).to.match(/Not in the file: .*\n {2}! The avatar holds 0\.0+7 tokens/);
    expect(JSON.parse(stdout)).to.deep.include({
      founders: [
        {
          address: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1",
          tokens: "0.999999999999999993",
          reputation: 1,
        },
      ],
    });
    const json = await run(later.Avatar, "--now", "--json");
    const report = JSON.parse(json.stdout) as ExportReport;
    expect([json.code, json.stderr, report.complete]).to.deep.equal([1, "", false]);
    expect(report).to.deep.include({ chainId: 31337, network: "private", founders: "now" });
    expect(report.missing).to.have.length(1);
    expect(report.parameters).to.deep.equal(JSON.parse(stdout));
  });
});
