import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import networkHelpers from "@nomicfoundation/hardhat-network-helpers";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { NetworkConnection } from "hardhat/types/network";

import { chainsBehind } from "../../../src/operations/connection/chains.js";
import daoMigration from "../../../src/index.js";
import { connect, withConnection } from "../../fixtures/project.js";
import { rejection } from "../../rejection.js";
import { alternating, balance, request, rich, STRANGER } from "./rich.js";

describe("Chains behind one connection", function () {
  this.timeout(60_000);

  it("keep alternating fixtures: from the third turn on, none is created again", async () => {
    await withConnection(async (connection) => {
      const all = await alternating(connection, 3);
      const times = all.map(({ made }) => made.times);
      for (let round = 0; round < 3; round++) {
        for (const { fixture, made } of all) {
          expect(await connection.dao.load(fixture)).to.equal(made);
          expect(await balance(connection)).to.equal(made.wei);
          expect(Number(await request(connection, "eth_blockNumber"))).to.equal(1);
          await request(connection, "hardhat_setBalance", STRANGER, "0xff");
          await request(connection, "evm_mine");
        }
      }
      expect(all.map(({ made }) => made.times)).to.deep.equal(times);
      expect(Math.max(...times)).to.equal(2);
    });
  });

  it("are not opened for fixtures that do not alternate", async () => {
    await withConnection(async (connection) => {
      for (const wei of [1, 2, 3]) {
        const { fixture } = rich(wei);
        for (let test = 0; test < 3; test++) await connection.dao.load(fixture);
        expect(await balance(connection)).to.equal(wei);
      }
      expect(chainsBehind(connection)!.answering).to.equal(connection);
    });
  });

  it("are eight at most; fixtures without one are created again on the first chain", async () => {
    await withConnection(async (connection) => {
      const all = await alternating(connection, 12);
      for (let round = 0; round < 2; round++) {
        for (const { fixture, made } of all) {
          await connection.dao.load(fixture);
          expect(await balance(connection)).to.equal(made.wei);
        }
      }
      expect(all.filter(({ made }) => made.times === 2)).to.have.lengthOf(7);
    });
  });

  it("have the connection's configuration, including its overrides", async () => {
    const { network } = await createHardhatRuntimeEnvironment({
      plugins: [hardhatEthers, networkHelpers, daoMigration],
    });
    const initialDate = new Date("2031-05-05T00:00:00Z");
    const override = { chainId: 4711, initialDate, blockGasLimit: 21_000_000 };
    const connection = await network.create({ override });
    try {
      const blocks = new Set<string>();
      for (const { fixture } of await alternating(connection, 3)) {
        await connection.dao.load(fixture);
        expect(Number(await request(connection, "eth_chainId"))).to.equal(4711);
        blocks.add(JSON.stringify(await request(connection, "eth_getBlockByNumber", "0x0", false)));
        const { gasLimit } = await request<{ gasLimit: string }>(
          connection,
          "eth_getBlockByNumber",
          "latest",
          false,
        );
        expect(Number(gasLimit)).to.equal(21_000_000);
        expect(await request(connection, "web3_clientVersion")).to.match(
          /^HardhatNetwork\/3[^H]+$/,
        );
      }
      expect(blocks.size).to.equal(1);
    } finally {
      await connection.close();
    }
  });

  it("answer for a project's own snapshots, each on its chain", async () => {
    await withConnection(async (connection) => {
      const [a, b, c] = await alternating(connection, 3);
      const snapshots: [string, number][] = [];
      for (const { fixture, made } of [a!, b!, c!]) {
        await connection.dao.load(fixture);
        const wei = made.wei + 100;
        await request(connection, "hardhat_setBalance", STRANGER, `0x${wei.toString(16)}`);
        snapshots.push([await request(connection, "evm_snapshot"), wei]);
        await request(connection, "hardhat_setBalance", STRANGER, "0x0");
      }
      expect(new Set(snapshots.map(([id]) => id)).size).to.equal(3);
      for (const [id, wei] of snapshots) {
        expect(await request(connection, "evm_revert", id)).to.equal(true);
        expect(await balance(connection)).to.equal(wei);
        expect(await request(connection, "evm_revert", id)).to.equal(false);
        expect(await balance(connection)).to.equal(wei);
      }
      expect(await request(connection, "evm_revert", "0x900000001")).to.equal(false);
      expect((await rejection(request(connection, "evm_revert", "nonsense"))).message).to.match(
        /invalid/i,
      );
      expect(await balance(connection)).to.equal(snapshots[2]![1]);
      await connection.dao.load(b!.fixture);
      expect(await balance(connection)).to.equal(2);
    });
  });

  it("answer for fixtures that loadFixture loads in between", async () => {
    await withConnection(async (connection) => {
      const [a, b] = await alternating(connection, 2);
      async function more({ provider }: NetworkConnection) {
        const params = [STRANGER, "0x64"];
        await provider.request({ method: "hardhat_setBalance", params });
        return Number(await provider.request({ method: "eth_blockNumber" }));
      }
      for (let round = 0; round < 3; round++) {
        for (const { fixture, made } of [a!, b!]) {
          await connection.dao.load(fixture);
          for (let test = 0; test < 2; test++) {
            expect(await connection.networkHelpers.loadFixture(more)).to.equal(1);
            expect(await balance(connection)).to.equal(100);
            await request(connection, "hardhat_setBalance", STRANGER, "0x0");
          }
          await connection.dao.load(fixture);
          expect(await balance(connection)).to.equal(made.wei);
        }
      }
    });
  });

  it("each restore their own impersonated accounts, mining mode and clock", async () => {
    await withConnection(async (connection) => {
      const [a, b] = await alternating(connection, 2);
      for (const { fixture, made } of [a!, b!, a!, b!]) {
        await connection.dao.load(fixture);
        expect(await request(connection, "hardhat_getAutomine")).to.equal(true);
        const transaction = { from: STRANGER, to: STRANGER, gasPrice: "0x0" };
        const refused = await rejection(request(connection, "eth_sendTransaction", transaction));
        expect(refused.message).to.match(/unknown account/i);
        const pending = await request<{ timestamp: string }>(
          connection,
          "eth_getBlockByNumber",
          "pending",
          false,
        );
        expect(Number(pending.timestamp)).to.be.below(Date.now() / 1000 + 60);
        expect(await balance(connection)).to.equal(made.wei);
        await request(connection, "hardhat_impersonateAccount", STRANGER);
        await request(connection, "evm_increaseTime", 1_000_000);
        await request(connection, "evm_setAutomine", false);
      }
    });
  });

  it("are not opened if something was sent before the first fixture, because it has to stay", async () => {
    await withConnection(async (connection) => {
      const [sender] = await connection.ethers.getSigners();
      await sender!.sendTransaction({ to: `0x${"77".repeat(20)}`, value: 7n });
      for (const { fixture, made } of await alternating(connection, 3)) {
        await connection.dao.load(fixture);
        expect(await balance(connection)).to.equal(made.wei);
        expect(await connection.ethers.provider.getBalance(`0x${"77".repeat(20)}`)).to.equal(7n);
      }
      expect(chainsBehind(connection)!.answering).to.equal(connection);
    });
  });

  it("are no longer used after a project goes back to before the first fixture and changes something", async () => {
    await withConnection(async (connection) => {
      const before = await request(connection, "evm_snapshot");
      const all = await alternating(connection, 3);
      expect(await request(connection, "evm_revert", before)).to.equal(true);
      const [sender] = await connection.ethers.getSigners();
      await sender!.sendTransaction({ to: `0x${"77".repeat(20)}`, value: 7n });
      for (const { fixture, made } of [...all, ...all]) {
        await connection.dao.load(fixture);
        expect(await balance(connection)).to.equal(made.wei);
        expect(await connection.ethers.provider.getBalance(`0x${"77".repeat(20)}`)).to.equal(7n);
      }
    });
  });

  it("are not opened for chains that mine on their own", async () => {
    const networks = {
      default: { type: "edr-simulated", mining: { auto: false, interval: 60_000 } },
    } as const;
    await withConnection(
      async (connection) => {
        for (const { fixture } of await alternating(connection, 2)) {
          await connection.dao.load(fixture);
        }
        expect(chainsBehind(connection)!.answering).to.equal(connection);
      },
      { networks },
    );
  });

  it("keep filters and subscriptions, each on its chain", async () => {
    await withConnection(async (connection) => {
      const { provider } = connection;
      const all = await alternating(connection, 2);
      const changes = async (id: unknown) =>
        (await request<unknown[]>(connection, "eth_getFilterChanges", id)).length;
      const made: { readonly filter: string; readonly subscription: string }[] = [];
      for (const { fixture } of all) {
        await connection.dao.load(fixture);
        const filter = await request<string>(connection, "eth_newBlockFilter");
        const subscription = await request<string>(connection, "eth_subscribe", "newHeads");
        made.push({ filter, subscription });
        await changes(filter);
      }
      for (const [index, { fixture }] of all.entries()) {
        await connection.dao.load(fixture);
        const { filter, subscription } = made[index]!;
        await changes(filter);
        const heard = new Promise((resolve) => {
          provider.once("notification", (event: { subscription: unknown }) => {
            resolve(event.subscription);
          });
        });
        await request(connection, "evm_mine");
        expect(await heard).to.equal(subscription);
        expect(await changes(filter)).to.equal(1);
        expect(await changes(made[1 - index]!.filter)).to.equal(0);
      }
      for (const { filter, subscription } of made) {
        expect(await request(connection, "eth_uninstallFilter", filter)).to.equal(true);
        expect(await request(connection, "eth_unsubscribe", subscription)).to.equal(true);
      }
    });
  });

  it("close with the connection", async () => {
    const connection = await connect();
    const [first] = await alternating(connection, 2);
    await connection.dao.load(first!.fixture);
    const { answering } = chainsBehind(connection)!;
    expect(answering).to.not.equal(connection);
    await connection.close();
    const asked = answering.provider.request({ method: "eth_chainId" });
    expect((await rejection(asked)).message).to.contain("closed");
  });

  it("explain reverts as the first chain does", async () => {
    await withConnection(async (connection) => {
      for (const demo of [false, true, false, true]) await connection.dao.load({ demo });
      const { dao, accounts } = await connection.dao.load({ demo: false });
      expect(chainsBehind(connection)!.answering).to.not.equal(connection);
      const refused = await rejection(dao.nativeToken.transfer(accounts[8], 10n ** 30n));
      expect(refused.message).to.include("transfer amount exceeds balance");
      expect(refused.stack).to.include("at DAOToken.");
    });
  });
});
