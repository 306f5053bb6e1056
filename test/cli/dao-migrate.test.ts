import { execFileSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { MigrationResult } from "../../src/result/result.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { daoMigrate, daoMigrateHere } from "./command.js";
import { openNode } from "./node.js";

async function resultIn(folder: string, name = "migration.json"): Promise<MigrationResult> {
  return JSON.parse(await readFile(join(folder, name), "utf8")) as MigrationResult;
}

describe("dao-migrate", () => {
  let node: Awaited<ReturnType<typeof openNode>>;

  beforeEach(async () => {
    node = await openNode();
  });

  afterEach(async () => {
    await node.close();
  });

  it("migrates base and the packaged example in an empty folder, and says so", () =>
    inTemporaryFolder(async (folder) => {
      const run = await daoMigrate(["-d", "-p", node.url], { cwd: folder });
      expect(run.code, run.stderr).to.equal(0);
      expect(run.stderr).to.match(/No migration-params\.json here: using the example DAO/);
      expect(run.stdout).to.match(/Wrote migration\.json/);
      const { base, dao, test } = await resultIn(folder);
      expect(test).to.equal(undefined);
      expect(await readdir(folder)).to.deep.equal(["migration.json"]);
      for (const address of [base?.GenesisProtocol, dao?.Avatar, dao?.Controller]) {
        expect(await node.request("eth_getCode", [address, "latest"])).to.have.length.above(100);
      }
      expect(run.stdout)
        .to.include(dao?.Avatar ?? "")
        .and.include(base?.GenesisProtocol ?? "");
      expect(run.stdout).to.match(
        /The DAO 0x\w+ was checked on the chain, .* as requested \(18 rules\)\.\n$/,
      );
    }));

  it("shows every step of a dry run and sends none", () =>
    inTemporaryFolder(async (folder) => {
      const run = await daoMigrateHere(["--dry-run", "-p", node.url], { cwd: folder });
      expect(run.code, run.stderr).to.equal(0);
      expect(run.stdout).to.match(/ 1 {2}base\/DAOToken .* 0x[0-9a-f]{40}/i);
      expect(run.stdout)
        .to.match(/dao\/setSchemes/)
        .and.match(/Account +0x90F8/);
      expect(await node.sent()).to.equal(0);
      expect(await readdir(folder)).to.deep.equal([]);
    }));

  it("creates the contracts that the dry run predicted", () =>
    inTemporaryFolder(async (folder) => {
      const dry = await daoMigrateHere(["base", "--dry-run", "--json", "-q", "-p", node.url], {
        cwd: folder,
      });
      const { preview } = JSON.parse(dry.stdout) as {
        preview: { steps: { step: string; contractAddress?: string }[] };
      };
      expect((await daoMigrateHere(["base", "-d", "-p", node.url], { cwd: folder })).code).to.equal(
        0,
      );
      const { base } = await resultIn(folder);
      for (const name of ["DaoCreator", "GenesisProtocol", "ContributionReward"] as const) {
        const foretold = preview.steps.find(({ step }) => step === `base/${name}`);
        expect(foretold?.contractAddress).to.equal(base?.[name].toLowerCase());
      }
    }));

  it("prints JSON and nothing else with --json", () =>
    inTemporaryFolder(async (folder) => {
      const run = await daoMigrateHere(["base", "-d", "-q", "--json", "-p", node.url], {
        cwd: folder,
      });
      const printed = JSON.parse(run.stdout) as { result: MigrationResult; gasUsed: string };
      expect(printed.result).to.deep.equal(await resultIn(folder));
      expect(printed.gasUsed).to.match(/^\d{8}$/);
      const wrong = await daoMigrateHere(["base", "--json", "--forse"], { cwd: folder });
      expect([wrong.code, wrong.stderr]).to.deep.equal([2, ""]);
      expect(JSON.parse(wrong.stdout)).to.deep.equal({
        error: {
          name: "UsageError",
          message: "Unknown option --forse. Did you mean --force? See dao-migrate base --help.",
        },
      });
      const failed = await daoMigrateHere(
        ["dao", "-d", "-q", "--json", "-p", node.url, "-i", "none"],
        {
          cwd: folder,
        },
      );
      expect(failed.code).to.equal(1);
      expect(failed.stderr).to.equal("");
      expect(JSON.parse(failed.stdout)).to.have.nested.property("error.message");
    }));

  it("reuses deployed contracts unless --force redeploys them", () =>
    inTemporaryFolder(async (folder) => {
      const args = ["base", "-q", "-p", node.url];
      await daoMigrateHere([...args, "-d"], { cwd: folder });
      const first = await resultIn(folder);
      const sent = await node.sent();
      await daoMigrateHere([...args, "-d"], { cwd: folder });
      expect(await resultIn(folder)).to.deep.equal(first);
      expect(await node.sent()).to.equal(sent);
      await daoMigrateHere([...args, "-f"], { cwd: folder });
      expect((await resultIn(folder)).base?.DaoCreator).to.not.equal(first.base?.DaoCreator);
      expect(await node.sent()).to.equal(2 * sent);
    }));

  it("says what a new release moves to the result's list of others", () =>
    inTemporaryFolder(async (folder) => {
      const args = ["base", "-d", "-p", node.url];
      const first = await daoMigrateHere(args, { cwd: folder });
      expect(first.stderr).to.not.include("others");
      const second = await daoMigrateHere([...args, "-a", "rc.40"], { cwd: folder });
      expect(second.stderr).to.match(
        /Moved to "others" in migration\.json: private \(chain ID \d+\), Arc 0\.0\.1-rc\.57\./,
      );
      expect(await resultIn(folder)).to.have.nested.property("others[0].base.DaoCreator");
    }));

  it("pays exactly the given gas price, in GWei, under both spellings", () =>
    inTemporaryFolder(async (folder) => {
      for (const [price, silent, wei] of [
        ["--gas-price=2.5", "--disable-confs", 2_500_000_000n],
        ["--gasPrice=3", "--disableConfs", 3_000_000_000n],
      ] as const) {
        const run = await daoMigrateHere(["base", "-f", "-q", price, silent, "-p", node.url], {
          cwd: folder,
        });
        expect(run.code, run.stderr).to.equal(0);
        const block = (await node.request("eth_getBlockByNumber", ["latest", true])) as {
          transactions: { gasPrice: string }[];
        };
        expect(BigInt(block.transactions[0]?.gasPrice ?? 0)).to.equal(wei);
      }
    }));

  it("sends nothing at a price of 0, or below the base fee", () =>
    inTemporaryFolder(async (folder) => {
      for (const [price, code, message] of [
        ["0", 2, /The gas price is 0, .* requires at least \S+ gwei.* Nothing was sent/],
        ["0.000000001", 1, /The chain asks for \S+ gwei, above the fee cap of .*--max-gas-price/],
      ] as const) {
        const run = await daoMigrateHere(["base", "-d", "-g", price, "-p", node.url], {
          cwd: folder,
        });
        expect([run.code, run.stderr]).to.deep.equal([code, run.stderr.match(message)?.input]);
      }
      expect(await node.sent()).to.equal(0);
    }));

  it("deploys from the account of a key or mnemonic, by flag or environment", () =>
    inTemporaryFolder(async (folder) => {
      const key = "0x6cbed15c793ce57650b9877cf6fa156fbef513c4e6134f022a85b1ffdd59b2a1";
      const account = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
      const args = ["base", "-d", "-q", "-p", node.url];
      const byFlag = ["base", "-d", "-p", node.url, "--privateKey", key];
      const { stderr } = await daoMigrateHere(byFlag, { cwd: folder });
      expect(stderr.match(/Warning: a key on the command line/g)).to.have.length(1);
      const sent = await node.sent(account);
      expect(sent).to.be.above(20);
      expect(await node.sent()).to.equal(0);
      await daoMigrateHere([...args, "--restart", "-f"], {
        cwd: folder,
        env: { DAO_MIGRATE_PRIVATE_KEY: key },
      });
      expect(await node.sent(account)).to.equal(2 * sent);
    }));

  it("reads parameters from the working directory", () =>
    inTemporaryFolder(async (folder) => {
      const parameters = {
        orgName: "Of this folder",
        founders: [{ address: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", reputation: 1 }],
        schemes: {},
        useDaoCreator: true,
      };
      await writeFile(join(folder, "migration-params.json"), JSON.stringify(parameters));
      const run = await daoMigrateHere(["-d", "-q", "-p", node.url], { cwd: folder });
      expect(run.code, run.stderr).to.equal(0);
      expect((await resultIn(folder)).dao?.name).to.equal("Of this folder");
    }));
});

describe("dao-migrate --help, --version and completion", () => {
  it("prints the package's version", () =>
    inTemporaryFolder(async (folder) => {
      const { stdout, code } = await daoMigrate(["--version"], { cwd: folder });
      expect(stdout).to.match(/^0\.0\.1-rc\.57-v\d+\n$/);
      expect(code).to.equal(0);
    }));

  for (const command of [[], ["base"], ["dao"], ["demo"]]) {
    it(`shows flags and examples of ${["dao-migrate", ...command].join(" ")}`, () =>
      inTemporaryFolder(async (folder) => {
        const { stdout, code } = await daoMigrateHere([...command, "--help"], { cwd: folder });
        expect([code, /default:\s+false/.test(stdout)]).to.deep.equal([0, false]);
        for (const flag of [
          "-a, --arc-version",
          "-p, --provider",
          "-g, --gas-price",
          "-q, --quiet",
          "-f, --force",
          "-t, --restart",
          "-o, --result, --output",
          "-s, --private-key",
          "-m, --mnemonic",
        ]) {
          expect(stdout).to.include(flag);
        }
        // A demo has no parameters file.
        expect(stdout.includes("-i, --params")).to.equal(!command.includes("demo"));
        expect(stdout).to.include(`Examples:\n  ${["dao-migrate", ...command].join(" ")}`);
      }));
  }

  it("completes commands, flags and files in bash", () =>
    inTemporaryFolder(async (folder) => {
      const { stdout } = await daoMigrateHere(["completion", "bash"], { cwd: folder });
      await writeFile(join(folder, "my-dao.json"), "{}");
      const complete = (words: string[]) =>
        execFileSync(
          "bash",
          [
            "-c",
            `${stdout}\nCOMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _${words[0]?.replaceAll("-", "_")}; echo "\${COMPREPLY[@]}"`,
          ],
          { cwd: folder, encoding: "utf8" },
        )
          .trim()
          .split(" ");
      expect(complete(["dao-migrate", "b"])).to.deep.equal(["base"]);
      expect(complete(["dao-migrate", "dao", "--par"])).to.deep.equal(["--params"]);
      expect(complete(["dao-migrate", "dao", "-i", "my"])).to.deep.equal(["my-dao.json"]);
      expect(complete(["dao-migrate", "check", "--section", ""])).to.deep.equal(["dao", "test"]);
      expect(complete(["dao-migrate", "base", "-a", "0.0.1-rc.57"])).to.deep.equal(["0.0.1-rc.57"]);
      expect(complete(["dao-migrate", "completion", "f"])).to.deep.equal(["fish"]);
      expect(complete(["dao-migrate", "base", "--outp"])).to.deep.equal(["--output"]);
      expect(complete(["dao-test-chain", "--block"])).to.deep.equal(["--block-time"]);
      expect(complete(["dao-test-chain", "--params", "my"])).to.deep.equal(["my-dao.json"]);
    }));

  it("prints a script for each shell, and bash's where the environment's is another", () =>
    inTemporaryFolder(async (folder) => {
      const script = async (args: string[], shell = "") =>
        (await daoMigrateHere(["completion", ...args], { cwd: folder, env: { SHELL: shell } }))
          .stdout;
      const bash = await script(["bash"]);
      expect(bash).to.match(/^# .*dao-migrate completion bash >> ~\/\.bashrc\n/);
      for (const [args, shell] of [
        [[], "/usr/bin/tcsh"],
        [[], ""],
      ] as const) {
        expect(await script([...args], shell)).to.equal(bash);
      }
      const zsh = await script([], "/usr/bin/zsh");
      expect(zsh).to.match(/^# .*zsh >> ~\/\.zshrc\n/);
      // It works in a .zshrc that has not run compinit.
      expect(zsh.indexOf("compinit -i")).to.be.above(0).and.below(zsh.indexOf("bashcompinit"));
      const fish = await script(["fish"]);
      expect(fish).to.match(/^# .*fish > ~\/\.config\/fish\/conf\.d\/dao-migrate\.fish\n/);
      expect(fish)
        .to.include("-n '__fish_seen_subcommand_from base' -s o -l result -r -F -d 'result file")
        .and.include("-a demo -d ")
        .and.include("m/44\\'/60\\'");
      const powershell = await script(["powershell"]);
      expect(powershell)
        .to.match(/^# .*powershell >> \$PROFILE\n/)
        .and.include("'--section' = @('dao', 'test')");
    }));
});
