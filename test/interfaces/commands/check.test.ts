import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { CheckReport } from "../../../src/operations/check/report/report.js";
import { migrateDemoTest } from "../../../src/engine/migration/demo-test.js";
import type { DaoResult } from "../../../src/foundation/result/result.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { daoMigrateHere, inCliFolder } from "../cli/command.js";
import { ok } from "../../run-here.js";
import { openNodeWithBase } from "../cli/node-with-base.js";
import { useOpened } from "../../use-opened.js";

const EVIL = '<b>\u001b[31m & "evil"';
const FILE = {
  ...SMALL_DAO,
  orgName: EVIL,
  useDaoCreator: false,
  unregisterOwner: true,
  schemes: { ContributionReward: true },
  ContributionReward: [{ voteParams: 0 }],
};

describe("dao-migrate check", () => {
  const node = useOpened(openNodeWithBase);
  let dao: DaoResult;
  let account: string;
  let result: string;

  before(async () => {
    ({ account } = node.deployer);
    // Like the predecessor, whose deployer stayed a scheme whatever the file said.
    ({ dao } = await node.make({ ...FILE, unregisterOwner: false }));
    const test = await migrateDemoTest(node.deployer, node.release, node.base);
    result = node.resultWith({ dao, test });
  });

  async function inProject(
    file: unknown,
    run: (
      check: (...args: string[]) => ReturnType<typeof daoMigrateHere>,
      folder: string,
    ) => Promise<void>,
  ): Promise<void> {
    await inCliFolder(async ({ folder: cwd, cli }) => {
      await writeFile(join(cwd, "migration.json"), result);
      await writeFile(join(cwd, "my-dao.json"), JSON.stringify(file, null, 2));
      const flags = ["check", "-p", node.url, "--params", "my-dao.json"];
      await run(async (...args) => await cli(...flags, ...args), cwd);
    });
  }

  it("prints a table of rules and what is wrong, and exits with 1", async () => {
    await inProject(FILE, async (check) => {
      const run = await check();
      expect(run.code, run.stderr).to.equal(1);
      expect(run.stdout).to.match(/FAILED +account-with-permissions +no account/);
      expect(run.stdout).to.include(`ERROR account-with-permissions: ${account}`);
      expect(run.stdout).to.match(/holds 0x0000001f .*\n +why +.*\n +do +Have the account call/);
      expect(run.stdout).to.match(/Ran (\d+) of \1 rules: 1 finding\. Failed\.\n$/);
      const alone = await check(dao.Avatar, "--result", "none.json");
      expect(alone.code, alone.stderr).to.equal(1);
      // Without a result, nothing says which token machines of a private chain should stake.
      expect(alone.stdout).to.match(/NOT CHECKED +staking-token/);
      expect(alone.stdout).to.match(/Ran \d+ of \d+ rules: 1 finding, 1 not checked\. Failed\.\n$/);
    });
  });

  it("passes what the configuration silences with a reason, and says so", async () => {
    await inProject(FILE, async (check, folder) => {
      const silences = [
        { rule: "account-with-permissions", where: account, reason: "until 1 May" },
      ];
      await writeFile(join(folder, "silenced.json"), JSON.stringify(silences));
      const run = ok(await check("--silenced", "silenced.json"));
      expect(run.stdout).to.match(/because: until 1 May/);
      expect(run.stdout).to.match(/Ran (\d+) of \1 rules: 0 findings, 1 silenced\. Passed\.\n$/);
    });
  });

  it("reports the same to programs and code hosts, each in its format", async () => {
    await inProject({ ...FILE, tokenSymbol: "XYZ" }, async (check, folder) => {
      const run = await check("--json", "--sarif", "out.sarif");
      expect(run.code, run.stderr).to.equal(1);
      const report = JSON.parse(run.stdout) as CheckReport;
      expect(report).to.deep.include({ schemaVersion: 1, passed: false, avatar: dao.Avatar });
      const lines = (await readFile(join(folder, "my-dao.json"), "utf8")).split("\n");
      const line = lines.findIndex((each) => each.includes('"tokenSymbol"')) + 1;
      expect(line).to.be.above(1);
      const [symbol, leftover] = report.findings;
      expect(symbol).to.deep.include({ rule: "names", location: { line, column: 3 } });
      expect(leftover).to.deep.include({ rule: "account-with-permissions", where: account });

      const sarif = JSON.parse(await readFile(join(folder, "out.sarif"), "utf8")) as {
        readonly runs: readonly { readonly results: readonly { readonly ruleId: string }[] }[];
      };
      expect(sarif.runs[0]!.results.map(({ ruleId }) => ruleId)).to.deep.equal([
        "names",
        "account-with-permissions",
      ]);
    });
  });

  it("compares the demo test with its own parameters, or with a file", async () => {
    await inProject(FILE, async (_check, cwd) => {
      const check = async (...args: string[]) =>
        await daoMigrateHere(["check", "-p", node.url, "--section", "test", ...args], { cwd });
      const run = ok(await check());
      // The demo's votes cost reputation, which is only a note.
      expect(run.stdout).to.match(/Ran (\d+) of \1 rules: 1 finding\. Passed\.\n$/);
      const other = await check("--params", "my-dao.json");
      expect(other.code).to.equal(1);
      expect(other.stdout, other.stderr)
        .to.include("warning names: ")
        .and.include("ERROR founders: ");
      const example = await daoMigrateHere(["check", "-p", node.url], { cwd });
      expect(example.code).to.equal(1);
      expect(example.stderr).to.include("using the example DAO");
      const both = await check(dao.Avatar);
      expect(both.code).to.equal(2);
      expect(both.stderr).to.match(/Omit it or the address/);
    });
  });
});
