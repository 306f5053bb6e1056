import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { openArcRelease } from "../../src/arc/open-release.js";
import { RpcClient } from "../../src/chain/rpc-client.js";
import { DirectDeployer } from "../../src/execution/deployers/direct-deployer.js";
import type { Inspection } from "../../src/inspect/description.js";
import { migrateBase } from "../../src/migration/base.js";
import { migrateDemoTest } from "../../src/migration/demo-test.js";
import type { DemoTestResult } from "../../src/result/result.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { daoMigrateHere } from "./command.js";
import { openNode } from "./node.js";

describe("dao-migrate inspect", function () {
  this.timeout(120_000);
  let node: Awaited<ReturnType<typeof openNode>>;
  let test: DemoTestResult;
  let result: string;

  before(async () => {
    node = await openNode();
    const provider = new RpcClient(node.url);
    const deployer = await DirectDeployer.create({
      provider,
      network: undefined,
      inProcess: false,
    });
    const release = await openArcRelease("rc.57");
    const base = await migrateBase(deployer, release);
    test = await migrateDemoTest(deployer, release, base);
    const genesis = (await node.request("eth_getBlockByNumber", ["0x0", false])) as {
      hash: string;
    };
    const chain = { network: "private", chainId: 31337, genesis: genesis.hash };
    result = JSON.stringify({ ...chain, base, test });
  });
  after(async () => {
    await node.close();
  });

  const inspect = async (...args: string[]) =>
    await inTemporaryFolder(async (cwd) => {
      await writeFile(join(cwd, "migration.json"), result);
      return await daoMigrateHere(["inspect", "-p", node.url, ...args], { cwd });
    });

  it("prints a page of any DAO by its avatar, nothing else of the terminal's", async () => {
    const run = await inspect(test.Avatar);
    expect(run.code, run.stderr).to.equal(0);
    for (const line of [
      /^Demo Test DAO\nprivate \(chain id 31337\), block \d+ of /,
      new RegExp(`avatar +${test.Avatar}, Arc's Avatar of rc.42 to rc.57\n`),
      /supply 6,000 DTT, 6 holders\n/,
      new RegExp(`SchemeRegistrar {2}${test.Schemes[0]?.address}\n`),
      /may \(0x0000001f\) mint and burn .*; upgrade the controller; /,
      /queuedVotePeriodLimit +30 min \(1800 s\)\n/,
      /minimumDaoBounty +100 GEN\n/,
    ]) {
      expect(run.stdout).to.match(line);
    }
  });

  it("finds the avatar in the result file, and prints JSON at the block that was asked for", async () => {
    const found = JSON.parse((await inspect("--json")).stdout) as Inspection;
    expect(found.avatar.address).to.equal(test.Avatar);
    const named = await inspect("--section", "test", "--json");
    expect(JSON.parse(named.stdout)).to.deep.equal(found);
    const earlier = String(found.block.number - 1);
    const run = await inspect(test.Avatar, "--json", "--block", earlier);
    expect((JSON.parse(run.stdout) as Inspection).block.number).to.equal(Number(earlier));
    const before = await inspect(test.Avatar, "--block", "1");
    expect(before.code).to.equal(1);
    expect(before.stderr).to.match(/There is no contract at 0x\w+ in block 1/);
  });

  it("refuses what it cannot read, and says what to do", async () => {
    for (const [args, code, message] of [
      [["--section", "dao"], 1, /migration\.json holds no DAO of this chain\. Give the address/],
      [["--section", "base"], 2, /--section .*: dao or test/],
      [[test.Avatar, "--section", "test"], 2, /Leave it out, or the address/],
      [["0x12"], 2, /An avatar's address is wanted/],
      [["--block", "soon"], 2, /the number of a block/],
      [[test.Avatar, "--block", "99999"], 1, /The node has no block 99999/],
      [["--chain-id", "5"], 2, /is on chain ID 31337/],
      [[test.Controller], 1, /is Arc's Controller, and an avatar is wanted/],
    ] as const) {
      const run = await inspect(...args);
      expect(run.code, run.stderr).to.equal(code);
      expect(run.stderr).to.match(message);
      expect(run.stdout).to.equal("");
    }
  });
});
