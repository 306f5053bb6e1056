import { readdir } from "node:fs/promises";

import { expect } from "chai";
import { toQuantity } from "ethers";

import type { MigrationResult } from "../../../src/foundation/result/result.js";
import { daoMigrate, daoMigrateHere, itInCliFolder as it } from "./command.js";
import { ok } from "../../run-here.js";
import { resultIn } from "../../result-in.js";
import { openNode } from "./node.js";
import { useOpenedEach } from "../../use-opened.js";

describe("dao-migrate", () => {
  const node = useOpenedEach(openNode);

  it("migrates base and the packaged example in an empty folder, and says so", async ({
    folder,
  }) => {
    const run = ok(await daoMigrate(["-d", "-p", node.url], { cwd: folder }));
    expect(run.stderr).to.match(
      /No migration-params\.json of your own here: using the example DAO/,
    );
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
      /The DAO 0x\w+ was checked on the chain, .* as requested \(\d+ rules\)\.\n$/,
    );
  });

  it("deploys what the dry run predicted, and prints JSON and nothing else with --json", async ({
    folder,
    cli,
  }) => {
    const dry = await cli("base", "--dry-run", "--json", "-q", "-p", node.url);
    const { preview } = JSON.parse(dry.stdout) as {
      preview: { steps: { step: string; contractAddress?: string }[] };
    };
    const run = await cli("base", "-d", "-q", "--json", "-p", node.url);
    const printed = JSON.parse(run.stdout) as { result: MigrationResult; gasUsed: string };
    const result = await resultIn(folder);
    expect(printed.result).to.deep.equal(result);
    expect(printed.gasUsed).to.match(/^\d{8}$/);
    for (const name of ["DaoCreator", "GenesisProtocol", "ContributionReward"] as const) {
      const foretold = preview.steps.find(({ step }) => step === `base/${name}`);
      expect(foretold?.contractAddress).to.equal(result.base?.[name].toLowerCase());
    }
    const wrong = await cli("base", "--json", "--forse");
    expect([wrong.code, wrong.stderr]).to.deep.equal([2, ""]);
    expect(JSON.parse(wrong.stdout)).to.deep.equal({
      error: {
        name: "UsageError",
        message: "Unknown option --forse. Did you mean --force? See dao-migrate base --help.",
      },
    });
    const failed = await cli("dao", "-d", "-q", "--json", "-p", node.url, "-i", "none");
    expect([failed.code, failed.stderr]).to.deep.equal([1, ""]);
    expect(JSON.parse(failed.stdout)).to.have.nested.property("error.message");
  });

  it("reuses deployed contracts, redeploys them with --force at exactly the given price, and keeps another release's", async ({
    folder,
    cli,
  }) => {
    const priceOfLast = async (): Promise<number> => {
      // On a busy machine, the command may ask for one more block, which is empty.
      for (let number = Number(await node.request("eth_blockNumber")); ; number--) {
        const block = await node.request("eth_getBlockByNumber", [toQuantity(number), true]);
        const [last] = (block as { transactions: { gasPrice: string }[] }).transactions;
        if (last !== undefined) return Number(last.gasPrice);
      }
    };
    const args = ["base", "-p", node.url];
    const first = await cli(...args, "--disable-confs", "--gas-price=2.5");
    expect(first.stderr).to.not.include("others");
    expect(await priceOfLast()).to.equal(2_500_000_000);
    const [made, sent] = [await resultIn(folder), await node.sent()];
    await cli(...args, "-q", "-d");
    expect(await resultIn(folder)).to.deep.equal(made);
    expect(await node.sent()).to.equal(sent);
    ok(await cli(...args, "-f", "-q", "--gasPrice=3", "--disableConfs"));
    expect(await priceOfLast()).to.equal(3_000_000_000);
    expect((await resultIn(folder)).base?.DaoCreator).to.not.equal(made.base?.DaoCreator);
    expect(await node.sent()).to.equal(2 * sent);
    const second = await cli(...args, "-d", "-a", "rc.40");
    expect(second.stderr).to.match(
      /Moved to "others" in migration\.json: private \(chain ID \d+\), Arc 0\.0\.1-rc\.57\./,
    );
    expect(await resultIn(folder)).to.have.nested.property("others[0].base.DaoCreator");
  });

  it("deploys from the account of a key or mnemonic, by flag or environment", async ({
    folder,
    cli,
  }) => {
    const key = "0x6cbed15c793ce57650b9877cf6fa156fbef513c4e6134f022a85b1ffdd59b2a1";
    const account = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
    const args = ["base", "-d", "-q", "-p", node.url];
    const byFlag = ["base", "-d", "-p", node.url, "--privateKey", key];
    const { stderr } = await cli(...byFlag);
    expect(stderr.match(/Warning: a key on the command line/g)).to.have.length(1);
    const sent = await node.sent(account);
    expect(sent).to.be.above(20);
    expect(await node.sent()).to.equal(0);
    const { stdout } = await daoMigrateHere([...args, "-f", "--dry-run", "--json"], {
      cwd: folder,
      env: { DAO_MIGRATE_PRIVATE_KEY: key },
    });
    const { preview } = JSON.parse(stdout) as { preview: { steps: { from: string }[] } };
    expect(new Set(preview.steps.map(({ from }) => from.toLowerCase()))).to.deep.equal(
      new Set([account.toLowerCase()]),
    );
  });
});

describe("dao-migrate --help and --version", () => {
  it("prints the package's version", async ({ folder }) => {
    const { stdout, code } = await daoMigrate(["--version"], { cwd: folder });
    expect(stdout).to.match(/^0\.0\.1-rc\.57-v\d+\n$/);
    expect(code).to.equal(0);
  });

  for (const command of [[], ["demo"]]) {
    it(`shows flags and examples of ${["dao-migrate", ...command].join(" ")}`, async ({ cli }) => {
      const { stdout, code } = await cli(...command, "--help");
      expect([code, /default:\s+false/.test(stdout)]).to.deep.equal([0, false]);
      for (const flag of ["-a, --arc-version", "-q, --quiet", "-o, --result, --output"]) {
        expect(stdout).to.include(flag);
      }
      // A demo has no parameters file.
      expect(stdout.includes("-i, --params")).to.equal(!command.includes("demo"));
      expect(stdout).to.include(`Examples:\n  ${["dao-migrate", ...command].join(" ")}`);
    });
  }
});
