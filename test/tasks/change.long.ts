import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { knownAbi } from "../../src/foundation/arc/known-abis.js";
import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../src/engine/inspect/reading/attempt.js";
import { CHANGING_DAO } from "../operations/change/change-dao.js";
import { freePort } from "../free-port.js";
import { ok } from "../run-here.js";
import { inProject, withNode } from "./project.js";

/** Mnemonic of `hardhat node`. */
const MNEMONIC = "test test test test test test test test test test test junk";
const ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const FILE = { ...CHANGING_DAO, founders: [{ address: ACCOUNT, tokens: 10, reputation: 10 }] };

describe("dao:plan and dao:propose on a chain in another process", function () {
  this.timeout(120_000);

  it("plan, propose, continue after the vote, and end with nothing to do", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const accounts = `accounts: { mnemonic: "${MNEMONIC}" }`;
    const config = `networks: { live: { type: "http", url: "${url}", ${accounts} }, served: { type: "http", url: "${url}" } }`;
    await inProject(config, async (project) => {
      const on = async (task: string, ...args: string[]) =>
        await project.hardhatHere(task, "--network", "live", ...args);
      const write = async (name: string, value: object) =>
        await writeFile(join(project.folder, name), JSON.stringify(value));
      await withNode(project, port, async () => {
        await write("migration-params.json", FILE);
        await write("new.json", { ...FILE, ContributionReward: [{ voteParams: 1 }] });
        for (const task of ["dao:migrate-base", "dao:migrate-dao"]) {
          ok(await on(task, "--disable-confs", "--quiet"));
        }
        const empty = ok(await on("dao:plan"));
        expect(empty.stdout).to.contain("Nothing to do");
        const some = await on("dao:plan", "--params", "new.json");
        expect(some.code, some.stderr).to.equal(3);
        expect(some.stdout).to.match(
          /gets other permissions or parameters\.\n {4}\S.* is 50 on the chain/,
        );
        for (const [code, args, message] of [
          [1, ["--params", "none.json"], /none\.json/],
          [2, ["--params", "new.json", "--section", "base"], /dao or test/],
          [2, ["--params", "new.json", "--json", "--markdown"], /--json and --markdown/],
        ] as const) {
          const wrong = await on("dao:plan", ...args);
          expect(wrong.code, wrong.stderr).to.equal(code);
          expect(wrong.stderr).to.match(message);
        }
        const propose = ["--params", "new.json", "--disable-confs"];
        const remote = await project.hardhatHere("dao:propose", "--network", "served", ...propose);
        expect(remote.code).to.equal(1);
        expect(remote.stderr).to.contain('accounts: "remote"');
        const first = ok(await on("dao:propose", ...propose));
        const id = /^proposed {2}(0x\w{64})\n/.exec(first.stdout)?.[1];
        const again = await on("dao:propose", ...propose);
        expect(again.stdout, again.stderr).to.match(/^is open: people can vote {2}0x\w{64}\n/);
        expect(again.stdout).to.contain("0 transactions");
        const provider = new RpcClient(url);
        const result = JSON.parse(
          (await on("dao:plan", "--params", "new.json", "--json")).stdout,
        ) as {
          readonly avatar: string;
        };
        const { proposals } = await inspectDao(provider, result.avatar);
        if (isNotRead(proposals)) throw new Error(proposals.notRead);
        expect(proposals.map((each) => each.id)).to.deep.equal([id]);
        const data = knownAbi("GenesisProtocol")!.encodeFunctionData("vote", [id, 1n, 0n, ACCOUNT]);
        await provider.request({
          method: "eth_sendTransaction",
          params: [{ from: ACCOUNT, to: proposals[0]!.votingMachine, data }],
        });
        const last = await on("dao:propose", ...propose);
        expect(last.stdout, last.stderr).to.match(/^Nothing left to propose/);
        ok(await on("dao:plan", "--params", "new.json"));
        const back = await on("dao:plan");
        expect(back.code, back.stdout).to.equal(3);
      });
      const nobody = await on("dao:plan", "--params", "new.json");
      expect(nobody.code).to.equal(1);
    });
  });

  it("dao:propose says on a simulated network that there is no DAO", async () => {
    await inProject("", async (project) => {
      const run = await project.hardhatHere("dao:propose", "--disable-confs");
      expect(run.code).to.equal(1);
      expect(run.stderr).to.contain("governance.change");
    });
  });
});
