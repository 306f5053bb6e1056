import { copyFile, writeFile } from "node:fs/promises";

import { expect } from "chai";
import { Wallet } from "ethers";

import type { MigrationParameters } from "../../src/foundation/params/file/migration-parameters.js";
import { inspectDao } from "../../src/engine/inspect/inspect-dao.js";
import { isNotRead } from "../../src/engine/inspect/reading/attempt.js";
import { CHANGING_DAO, GENERIC_DAO } from "../operations/change/change-dao.js";
import { migrateInChild } from "./children.js";
import { startAnvil, type TestNode } from "./nodes.js";
import { sendMined } from "./send-mined.js";
import { onNode, creationsOf, deployerOf, migrate, readResult } from "./support.js";
import { knownAbi } from "../../src/foundation/arc/known-abis.js";

describe("a change that is proposed on a live network", () => {
  async function withDao(
    run: (node: TestNode, output: string, avatar: string) => Promise<void>,
  ): Promise<void> {
    await onNode(startAnvil(), async (node, output) => {
      const founder = deployerOf(node.mnemonic).address;
      const params = withFounder(CHANGING_DAO, founder);
      const { made } = await migrate(node, { output, sections: ["base", "dao"], params });
      await run(node, output, made.dao!.Avatar);
    });
  }

  const withFounder = (raw: MigrationParameters, address: string): MigrationParameters => ({
    ...raw,
    founders: [{ address, tokens: 1000, reputation: 1000 }],
  });

  async function proposalsOf(node: TestNode, avatar: string) {
    const { proposals } = await inspectDao(node.provider, avatar);
    if (isNotRead(proposals)) throw new Error(proposals.notRead);
    return proposals;
  }

  async function vote(node: TestNode, id: string, machine: string, side: bigint): Promise<void> {
    const from = deployerOf(node.mnemonic).address;
    const data = knownAbi("GenesisProtocol")!.encodeFunctionData("vote", [id, side, 0n, from]);
    await sendMined(node.provider, { from, to: machine, data, gas: "0x7a1200" });
  }

  it("is proposed part by part, each once, and continues as soon as a part is accepted", async () => {
    await withDao(async (node, output, avatar) => {
      const params = withFounder(GENERIC_DAO, deployerOf(node.mnemonic).address);
      const propose = async () =>
        (await migrate(node, { output, sections: [], params, change: {} })).handled!.map(
          ({ key, outcome }) => [key, outcome],
        );
      expect(await propose()).to.deep.equal([
        ["register/GenericScheme[0]", "proposed"],
        ["register/SchemeRegistrar[0]", "waits"],
      ]);
      expect(await propose()).to.deep.equal([
        ["register/GenericScheme[0]", "open"],
        ["register/SchemeRegistrar[0]", "waits"],
      ]);
      const [first, ...none] = await proposalsOf(node, avatar);
      expect(none).to.deep.equal([]);
      await vote(node, first!.id, first!.votingMachine, 1n);
      expect(await propose()).to.deep.equal([["register/SchemeRegistrar[0]", "proposed"]]);
      const second = (await proposalsOf(node, avatar)).at(-1)!;
      await vote(node, second.id, second.votingMachine, 1n);
      expect(await propose()).to.deep.equal([]);
      const { schemes } = await inspectDao(node.provider, avatar);
      const { dao } = await readResult(output);
      expect(dao!.Schemes.map(({ address }) => address)).to.have.members(
        schemes.filter(({ registered }) => registered).map(({ contract }) => contract.address),
      );
      expect(dao!.StandAloneContracts.map(({ name }) => name)).to.deep.equal(["ActionMock"]);
    });
  });

  it("deploys another controller once, finds it by its proposal, and notes when the DAO uses it", async () => {
    await onNode(startAnvil(), async (node, output) => {
      const account = deployerOf(node.mnemonic).address;
      const arcVersion = "rc.33";
      const params = { ...withFounder(CHANGING_DAO, account), arcVersion };
      const { made } = await migrate(node, {
        ...{ output, sections: ["base", "dao"], params, arcVersion },
      });
      const avatar = made.dao!.Avatar;
      await migrate(node, { output, sections: ["base"], params: {}, arcVersion: "rc.57" });
      const propose = async (file: string) => {
        const { handled } = await migrate(node, {
          ...{ output: file, sections: [], params: { ...params, arcVersion: "rc.57" } },
          change: { avatar, newController: true },
        });
        return handled!.map(({ key, outcome }) => [key, outcome]);
      };
      expect(await propose(output)).to.deep.equal([["upgrade/controller", "proposed"]]);
      const [proposal] = await proposalsOf(node, avatar);
      const created = await creationsOf(node.provider, account);
      // The other result file has only the base: the chain tells which controller was deployed.
      const elsewhere = `${output}.other.json`;
      await writeFile(elsewhere, JSON.stringify({ ...(await readResult(output)), dao: undefined }));
      for (const file of [output, elsewhere]) {
        expect(await propose(file)).to.deep.equal([["upgrade/controller", "open"]]);
      }
      expect(await creationsOf(node.provider, account)).to.equal(created);
      await vote(node, proposal!.id, proposal!.votingMachine, 1n);
      expect(await propose(elsewhere)).to.deep.equal([]);
      const { controller } = await inspectDao(node.provider, avatar);
      expect(controller.address).to.not.equal(made.dao!.Controller);
      const { dao } = await readResult(elsewhere);
      expect(dao!.Controller).to.equal(controller.address);
      expect(dao).to.not.have.property("IntendedController");
    });
  });

  it("repeats a rejected proposal only on request", async () => {
    await withDao(async (node, output, avatar) => {
      const raw = { ...CHANGING_DAO, UpgradeScheme: [{ voteParams: 1 }] };
      const params = withFounder(raw, deployerOf(node.mnemonic).address);
      const propose = async (again: boolean) =>
        (await migrate(node, { output, sections: [], params, change: { again } })).handled!.map(
          ({ outcome }) => outcome,
        );
      expect(await propose(false)).to.deep.equal(["proposed"]);
      const [first] = await proposalsOf(node, avatar);
      await vote(node, first!.id, first!.votingMachine, 2n);
      expect(await propose(false)).to.deep.equal(["failed"]);
      expect(await proposalsOf(node, avatar)).to.have.length(1);
      expect(await propose(true)).to.deep.equal(["proposed"]);
      expect(await propose(true)).to.deep.equal(["open"]);
      expect(await proposalsOf(node, avatar)).to.have.length(2);
    });
  });

  it("is proposed once by two people at once, or twice at worst, and they or the next round are told", async () => {
    await withDao(async (node, output, avatar) => {
      const founder = deployerOf(node.mnemonic).address;
      const params = `${output}.new.json`;
      const raw = { ...CHANGING_DAO, UpgradeScheme: [{ voteParams: 1 }] };
      await writeFile(params, JSON.stringify(withFounder(raw, founder)));
      const other = Wallet.createRandom();
      await node.provider.request({
        method: "hardhat_setBalance",
        params: [other.address, "0x8ac7230489e80000"],
      });
      // A copy of the folder, as somebody else has it.
      const copy = `${output}.copy.json`;
      await copyFile(output, copy);
      const change = { sections: [], params, change: {} };
      const runs = await Promise.all([
        migrateInChild(node, { ...change, output }),
        migrateInChild(node, { ...change, output: copy, privateKey: other.privateKey }),
      ]);
      const refused = runs.filter(({ code }) => code !== 0);
      const made = await proposalsOf(node, avatar);
      expect(made.length).to.be.within(1, 2 - refused.length);
      for (const each of refused) {
        expect(each.output).to.include("another run or account proposed something in this DAO");
      }
      const { handled, warnings } = await migrate(node, { ...change, output });
      expect(handled!.map(({ outcome }) => outcome)).to.deep.equal(["open"]);
      const told = warnings.filter(({ code }) => code === "duplicate-proposal");
      expect(told).to.have.length(made.length - 1);
      if (made.length === 2) {
        expect(runs.map((run) => run.output).join("")).to.include(
          "Unless that is wanted, vote against one",
        );
      }
      expect(await proposalsOf(node, avatar)).to.have.length(made.length);
    });
  });

  it("is recorded for its DAO if the result file has a newer one", async () => {
    await withDao(async (node, output, avatar) => {
      const account = deployerOf(node.mnemonic).address;
      const newer = { ...withFounder(CHANGING_DAO, account), orgName: "Newer" };
      await migrate(node, { output, sections: ["dao"], params: newer });
      const params = withFounder(GENERIC_DAO, account);
      const change = { output, sections: [], params, change: { avatar } } as const;
      await migrate(node, change);
      const { dao, others = [] } = await readResult(output);
      expect(dao!.name).to.equal("Newer");
      expect(dao).to.not.have.property("Intended");
      const own = others.find((each) => each.dao?.Avatar === avatar)!.dao!;
      expect(own.Intended!.map(({ name }) => name)).to.include("GenericScheme");
      expect(own.StandAloneContracts.map(({ name }) => name)).to.deep.equal(["ActionMock"]);
      const created = await creationsOf(node.provider, account);
      await migrate(node, change);
      expect(await creationsOf(node.provider, account)).to.equal(created);
    });
  });
});
