import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { parseEther } from "ethers";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { knownAbi } from "../../../src/foundation/arc/known-abis.js";
import { RpcClient } from "../../../src/foundation/chain/rpc-client.js";
import { walletsOf } from "../../../src/foundation/chain/test-accounts.js";
import { TEST_MNEMONIC } from "../../../src/foundation/chain/test-mnemonic.js";
import { DirectDeployer } from "../../../src/engine/execution/deployers/direct-deployer.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../../src/engine/inspect/reading/attempt.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { migrateDao } from "../../../src/engine/migration/dao.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import type { BaseResult, DaoResult } from "../../../src/foundation/result/result.js";
import { CHANGING_DAO } from "../../operations/change/change-dao.js";
import { resolved } from "../../engine/migration/with-base.js";
import { type daoMigrateHere, inCliFolder } from "../cli/command.js";
import { ok } from "../../run-here.js";
import { handledOf, NEWCOMER, PAID, written } from "./proposing.js";
import { openNode } from "../cli/node.js";
import { rejection } from "../../rejection.js";
import { DaoMigration } from "../../../src/interfaces/library/dao-migration.js";
import { useOpened } from "../../use-opened.js";

/** Holds nothing in the DAO; the node signs for it. */
const OTHER = "0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b";
const [FOUNDER] = CHANGING_DAO.founders;

describe("what dao-migrate propose leaves to others and continues", () => {
  const node = useOpened(openNode);
  let provider: RpcClient;
  let deployer: DirectDeployer;
  let base: BaseResult;

  before(async () => {
    provider = new RpcClient(node.url);
    deployer = await DirectDeployer.create({ provider, network: undefined, inProcess: false });
    base = await migrateBase(deployer, await openArcRelease("rc.57"));
  });

  /** Creates a DAO, and runs with a function that proposes its change to the parameters `to`. */
  async function withChange(
    to: MigrationParameters,
    run: (dao: {
      readonly avatar: string;
      readonly token: string;
      readonly folder: string;
      readonly propose: (...args: string[]) => ReturnType<typeof daoMigrateHere>;
      readonly made: DaoResult;
    }) => Promise<void>,
  ): Promise<void> {
    const { parameters, artifacts } = await resolved(CHANGING_DAO, "0.0.1-rc.57");
    const dao = await migrateDao(deployer, artifacts, base, parameters);
    await inCliFolder(async ({ folder, cli }) => {
      await writeFile(join(folder, "new.json"), JSON.stringify(to));
      const flags = [dao.Avatar, "-p", node.url, "--params", "new.json", "-d"];
      const keys = ["--mnemonic", TEST_MNEMONIC];
      await run({
        ...{ avatar: dao.Avatar, token: dao.NativeToken, folder, made: dao },
        propose: async (...args) => await cli("propose", ...flags, ...keys, ...args),
      });
    });
  }

  async function proposalsOf(avatar: string) {
    const { proposals } = await inspectDao(provider, avatar);
    if (isNotRead(proposals)) throw new Error(proposals.notRead);
    return proposals;
  }

  async function send(from: string, to: string, data: string): Promise<string> {
    const hash = await node.request("eth_sendTransaction", [{ from, to, data, gas: "0x7a1200" }]);
    return String(hash);
  }

  async function pass(avatar: string): Promise<void> {
    for (const { id, votingMachine, progress } of await proposalsOf(avatar)) {
      if (isNotRead(progress) || progress.stage !== "open") continue;
      const vote = [id, 1n, 0n, FOUNDER.address];
      const data = knownAbi("GenesisProtocol")!.encodeFunctionData("vote", vote);
      await send(FOUNDER.address, votingMachine, data);
    }
  }

  it("writes transactions that make the proposal, byte by byte, whatever account sends them", async () => {
    await withChange(
      { ...CHANGING_DAO, UpgradeScheme: [{ voteParams: 1 }] },
      async ({ avatar, folder, propose }) => {
        const sent = await node.sent();
        const files = ["--calldata", "calls.json", "--safe", "safe.json"];
        const run = ok(await propose(...files));
        expect(run.stdout).to.equal(
          "Wrote calls.json. Nothing was sent.\nWrote safe.json. Nothing was sent.\n",
        );
        expect(await node.sent()).to.equal(sent);
        const { transactions } = await written(folder, "calls.json");
        const safe = await written(folder, "safe.json");
        expect(safe.transactions.map(({ to, value, data }) => ({ to, value, data }))).to.deep.equal(
          transactions.map(({ to, value, data }) => ({ to, value, data })),
        );
        for (const { to, data } of transactions) {
          const hash = await send(OTHER, to, data);
          const mined = (await node.request("eth_getTransactionByHash", [hash])) as {
            readonly input: string;
          };
          expect(mined.input).to.equal(data);
        }
        const [proposal, ...none] = await proposalsOf(avatar);
        expect(none).to.deep.equal([]);
        expect(proposal!.proposer).to.equal(OTHER);
        const { schemes } = await inspectDao(provider, avatar);
        const upgrade = schemes.find(({ contract }) => contract.name === "UpgradeScheme")!;
        expect(proposal!.requests).to.deep.include({ kind: "registerScheme" });
        expect(proposal!.requests).to.have.nested.property(
          "scheme.address",
          upgrade.contract.address,
        );
        expect(proposal!.requests).to.have.nested.property("permissions.bytes", "0x0000000b");
        // It is the proposal that propose itself would have created.
        const again = `is open: people can vote  ${proposal!.id}\n`;
        expect(ok(await propose()).stdout.startsWith(again)).to.equal(true);
        const nothing = await propose("--calldata", "calls.json");
        expect(nothing.code).to.equal(1);
        expect(nothing.stderr).to.contain("There is nothing to send now");
        await pass(avatar);
        expect(ok(await propose()).stdout).to.match(/^Nothing left to propose\. 0 transactions/);
      },
    );
  });

  it("deploys only, so that a Safe can propose the deployed contracts", async () => {
    const to = {
      ...CHANGING_DAO,
      schemes: { ...CHANGING_DAO.schemes, GenericScheme: true },
      GenericScheme: [{ targetContract: NEWCOMER, voteParams: 0 }],
    };
    await withChange(to, async ({ avatar, folder, propose }) => {
      const early = await propose("--safe", "safe.json");
      expect(early.code).to.equal(1);
      expect(early.stderr).to.contain("GenericScheme").and.contain("--deploy-only");
      const both = await propose("--safe", "safe.json", "--deploy-only");
      expect(both.code).to.equal(2);
      const deployed = ok(await propose("--deploy-only"));
      // What the plan warns of: here, who gains power.
      expect(deployed.stderr).to.match(
        /^Warning: Proposal 1, as tried on a fork: .* becomes possible: call 0x/m,
      );
      expect(deployed.stdout).to.match(/^is left to others \(--calldata or --safe writes/);
      expect(await proposalsOf(avatar)).to.deep.equal([]);
      const { dao } = JSON.parse(await readFile(join(folder, "migration.json"), "utf8")) as {
        readonly dao: { readonly Intended: readonly { name: string; address: string }[] };
      };
      const made = dao.Intended.find(({ name }) => name === "GenericScheme")!;
      expect(
        await provider.request({ method: "eth_getCode", params: [made.address, "latest"] }),
      ).to.have.length.above(1000);
      ok(await propose("--safe", "safe.json"));
      const { transactions } = await written(folder, "safe.json");
      expect(transactions).to.have.length(1);
      await send(OTHER, transactions[0]!.to, transactions[0]!.data);
      const [proposal] = await proposalsOf(avatar);
      expect(proposal!.requests).to.have.nested.property("scheme.address", made.address);
    });
  });

  it("redeems a passed reward once", async () => {
    await withChange(PAID, async ({ avatar, token, propose }) => {
      const balance = async (): Promise<bigint> => {
        const data = knownAbi("DAOToken")!.encodeFunctionData("balanceOf", [NEWCOMER]);
        const params = [{ to: token, data }, "latest"];
        return BigInt(String(await provider.request({ method: "eth_call", params })));
      };
      const outcome = async () => {
        const run = ok(await propose("--json"));
        // The change does not touch vote parameters.
        expect(run.stderr).to.not.include("VotingMachinesParams");
        return handledOf(run).map((each) => each.outcome);
      };
      expect(await outcome()).to.deep.equal(["proposed"]);
      await pass(avatar);
      // A reward is due a second after the vote, and anvil mines many blocks in one.
      await node.request("evm_increaseTime", [1]);
      await node.request("evm_mine");
      expect(await balance()).to.equal(0n);
      expect(await outcome()).to.deep.equal(["executed"]);
      expect(await balance()).to.equal(parseEther("5"));
      expect(await outcome()).to.deep.equal([]);
      expect(await balance()).to.equal(parseEther("5"));
    });
  });

  it("proposes nothing that another account proposed while this one was asked", async () => {
    await withChange(PAID, async ({ avatar, folder, propose }) => {
      const [, other] = walletsOf(TEST_MNEMONIC, 2);
      const count = async () => Number(await node.request("eth_blockNumber"));
      let blocks = 0;
      const change = { provider, avatar, params: join(folder, "new.json") };
      const options = {
        ...{ ...change, mnemonic: TEST_MNEMONIC, output: join(folder, "migration.json") },
        confirm: async () => {
          const theirs = { signer: other!, output: join(folder, "other.json") };
          await DaoMigration.proposeChange({ ...change, ...theirs });
          blocks = await count();
          return true;
        },
      };
      const error = await rejection(DaoMigration.proposeChange(options));
      expect(error.message)
        .to.include(`by ${other!.address}`)
        .and.include("Run the same command again");
      const proposals = await proposalsOf(avatar);
      expect(proposals).to.have.length(1);
      expect(error.message).to.include(proposals[0]!.id);
      expect(await count()).to.equal(blocks);

      const again = ok(await propose("--json"));
      expect(handledOf(again).map((each) => each.outcome)).to.deep.equal(["open"]);
    });
  });
});
