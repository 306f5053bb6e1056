import { expect } from "chai";
import { parseEther, parseUnits, Wallet } from "ethers";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import { DirectDeployer } from "../../../../src/engine/execution/deployers/direct-deployer.js";
import { migrateBase } from "../../../../src/engine/migration/base.js";
import { migrateDao } from "../../../../src/engine/migration/dao.js";
import { migrateDemoTest } from "../../../../src/engine/migration/demo-test.js";
import { forgeOrganization } from "../../../../src/engine/migration/organization.js";
import { materialsOf } from "../../migration/with-base.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import type { BaseResult } from "../../../../src/foundation/result/result.js";
import { expectDao } from "../../migration/expect-dao.js";
import { resolved, SMALL_DAO } from "../../migration/with-base.js";
import { rejection } from "../../../rejection.js";
import { openChain, reader } from "../../../simulated-chain.js";
import type { OpenChain } from "../../../../src/test-chain/connection.js";
import { onChain, send } from "./on-chain.js";
import { closing } from "../../../closing.js";

const release = await openArcRelease("rc.57");

async function expectBase(connection: OpenChain, base: BaseResult): Promise<void> {
  for (const [name, address] of Object.entries(base)) {
    if (name === "arcVersion") continue;
    const code: unknown = await connection.provider.request({
      method: "eth_getCode",
      params: [address, "latest"],
    });
    expect(code, name).to.equal(release.artifact(name).deployedBytecode);
  }
}

describe("DirectDeployer", () => {
  for (const [what, mining] of [
    ["blocks in an interval", { auto: false, interval: 20 }],
    ["automine and an interval", { auto: true, interval: 20 }],
  ] as const) {
    it(`migrates a base with ${what}`, async () => {
      const config = { mining, allowBlocksWithSameTimestamp: true };
      await onChain(config, {}, async ({ deployer, connection }) => {
        await expectBase(connection, await migrateBase(deployer, release));
      });
    });
  }

  it("does not end the process if each step is mined in an interval just before it mines itself", async () => {
    const config = { mining: { auto: false, interval: 5 }, allowBlocksWithSameTimestamp: true };
    await onChain(config, {}, async ({ connection }) => {
      const { provider } = connection;
      const late: Eip1193Provider = {
        async request(request) {
          const receipt = await provider.request(request);
          if (request.method !== "eth_getTransactionReceipt" || receipt !== null) return receipt;
          // Without a pause: one more interval, with an empty block, would make the logger forget.
          while ((await provider.request(request)) === null);
          return null;
        },
      };
      const deployer = await DirectDeployer.create({ provider: late, inProcess: true });
      await expectBase(connection, await migrateBase(deployer, release));
    });
  });

  it("migrates base, DAO and demo test with automine switched off", async () => {
    const config = { mining: { auto: false, interval: 0 }, allowBlocksWithSameTimestamp: true };
    await onChain(config, {}, async ({ deployer, connection }) => {
      const base = await migrateBase(deployer, release);
      await expectBase(connection, base);
      const { parameters, artifacts } = await resolved(SMALL_DAO, release.version);
      const dao = await migrateDao(deployer, artifacts, base, parameters);
      await expectDao(connection, release, base, parameters, dao, deployer.account);
      const test = await migrateDemoTest(deployer, release, base);
      const read = reader(connection, release);
      for (const [id, state] of [
        [test.queuedProposalId, 3n],
        [test.preBoostedProposalId, 4n],
        [test.boostedProposalId, 5n],
        [test.executedProposalId, 2n],
      ]) {
        expect(await read("GenesisProtocol", base.GenesisProtocol, "state", id)).to.equal(state);
      }
    });
  });

  for (const throws of [true, false]) {
    it(`names step and reason of a failed transaction with throwOnTransactionFailures ${throws}`, async () => {
      await onChain({ throwOnTransactionFailures: throws }, {}, async ({ deployer, events }) => {
        const machine = await deployer.deploy("machine", release.artifact("GenesisProtocol"), [
          deployer.account,
        ]);
        const args = [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], deployer.account];
        const error = await rejection(deployer.send("votes/0", machine, "setParameters", args));
        expect(error.name).to.equal("MigrationError");
        expect(error.message)
          .to.include("Step votes/0 failed: ")
          .and.include("the contract reverted: 50 <= queuedVoteRequiredPercentage <= 100");
        expect(events.map(({ step }) => step)).to.deep.equal(["machine"]);
      });
    });

    it(`names the step of a failed deployment with throwOnTransactionFailures ${throws}`, async () => {
      await onChain({ throwOnTransactionFailures: throws }, {}, async ({ deployer }) => {
        const invalid = { contractName: "Bad", abi: [], bytecode: "0xfe", deployedBytecode: "0x" };
        const error = await rejection(deployer.deploy("bad", invalid));
        expect(error.message).to.match(/^Step bad failed: .*(invalid opcode|InvalidFEOpcode)/i);
      });
    });
  }

  it("signs with a private key that the chain does not know", async () => {
    const wallet = Wallet.createRandom();
    await onChain({}, { signer: wallet }, async ({ deployer, connection, requests }) => {
      expect(deployer.account).to.equal(wallet.address);
      await send(connection, "hardhat_setBalance", wallet.address, "0x56bc75e2d63100000");
      const base = await migrateBase(deployer, release);
      await expectBase(connection, base);
      expect(
        Number(await send(connection, "eth_getTransactionCount", wallet.address, "latest")),
      ).to.equal(deployer.stepCount);
      expect(requests.map(({ method }) => method)).to.not.include("eth_sendTransaction");
      const read = reader(connection, release);
      expect(await read("DAOToken", base.DAOToken, "owner")).to.equal(wallet.address);

      // The demo test's voters are still the chain's accounts.
      const test = await migrateDemoTest(deployer, release, base);
      expect(
        await read("GenesisProtocol", base.GenesisProtocol, "state", test.executedProposalId),
      ).to.equal(2n);
    });
  });

  it("says what is missing if the account cannot pay", async () => {
    const wallet = Wallet.createRandom();
    await onChain({}, { signer: wallet }, async ({ deployer }) => {
      const error = await rejection(migrateBase(deployer, release));
      expect(error.name).to.equal("MigrationError");
      expect(error.message).to.match(/^Step base\/DAOToken failed: .*enough funds/);
      expect(error.message).to.not.include(wallet.privateKey.slice(2));
    });
  });

  it("pays the requested gas price", async () => {
    const gasPrice = parseUnits("7.5", "gwei");
    for (const wallet of [undefined, Wallet.createRandom()]) {
      await onChain({}, { gasPrice, signer: wallet }, async ({ deployer, connection, events }) => {
        await send(connection, "hardhat_setBalance", deployer.account, "0x56bc75e2d63100000");
        await deployer.deploy("token", release.artifact("DAOToken"), ["A", "B", 0]);
        const receipt = (await send(
          connection,
          "eth_getTransactionReceipt",
          events[0]?.transactionHash,
        )) as { effectiveGasPrice: string; gasUsed: string };
        expect(BigInt(receipt.effectiveGasPrice)).to.equal(gasPrice);
        expect(BigInt(receipt.gasUsed)).to.equal(deployer.gasUsed);
        const left = BigInt(
          (await send(connection, "eth_getBalance", deployer.account, "latest")) as string,
        );
        expect(left).to.equal(parseEther("100") - gasPrice * deployer.gasUsed);
      });
    }
  });

  it("names the price to set on a network that takes no transaction without a tip", async () => {
    await onChain({ minGasPrice: 7 }, {}, async ({ deployer }) => {
      const token = deployer.deploy("token", release.artifact("DAOToken"), ["A", "B", 0]);
      expect((await rejection(token)).message).to.match(/minimum of 7\. Pass --gas-price, in gwei/);
    });
  });

  it("follows a rising base fee when blocks are full", async function () {
    await onChain({ blockGasLimit: 8_000_000 }, {}, async ({ deployer, connection }) => {
      const base = await migrateBase(deployer, release);
      const founders = Array.from({ length: 1200 }, (_, index) => ({
        address: `0x${String(index + 1).padStart(40, "1")}`,
        tokens: parseEther("123456789"),
        reputation: parseEther("123456789"),
      }));
      const before = await baseFee(connection);
      const dao = await forgeOrganization(materialsOf({ deployer, release, base }, { founders }));
      expect((await baseFee(connection)) > before * 3n).to.equal(true);
      expect(
        await reader(connection, release)("DAOToken", dao.token.address, "totalSupply"),
      ).to.equal(1200n * parseEther("123456789"));
    });
  });

  it("fails with the node's words if a block cannot hold a contract", async () => {
    await onChain({ blockGasLimit: 2_000_000 }, {}, async ({ deployer, requests }) => {
      expect(deployer.transactionGasLimit).to.equal(2_000_000n);
      const error = await rejection(migrateBase(deployer, release));
      expect(error.name).to.equal("MigrationError");
      expect(error.message).to.match(/^Step base\/\w+ failed: .*gas.* more than 2000000 gas/);
      const asked = requests
        .filter(({ method }) => method === "eth_sendTransaction")
        .map(({ params }) => Number((params![0] as { gas: string }).gas));
      expect(Math.max(...asked)).to.equal(2_000_000);
    });
  });

  for (const hardfork of ["constantinople", "berlin", "london", "osaka"]) {
    it(`migrates a base on ${hardfork}`, async () => {
      await onChain({ hardfork }, {}, async ({ deployer, connection }) => {
        await expectBase(connection, await migrateBase(deployer, release));
      });
    });
  }

  it("reports each step once, counted, with the gas that it used", async () => {
    await onChain({}, {}, async ({ deployer, connection, events }) => {
      await migrateBase(deployer, release);
      expect(events.map(({ count }) => count)).to.deep.equal(events.map((_, index) => index + 1));
      expect(new Set(events.map(({ step }) => step)).size).to.equal(events.length);
      let gas = 0n;
      for (const { transactionHash } of events) {
        const receipt = (await send(connection, "eth_getTransactionReceipt", transactionHash)) as {
          gasUsed: string;
        };
        gas += BigInt(receipt.gasUsed);
      }
      expect(deployer.gasUsed).to.equal(gas);
    });
  });

  it("is refused if the network has no account", async () => {
    await using connection = closing(await openChain({ accounts: [] }));
    const error = await rejection(
      DirectDeployer.create({ provider: connection.provider, inProcess: true }),
    );
    expect(error.message).to.include("has no account to send from");
  });

  it("estimates gas on a chain outside the process", async () => {
    await onChain({}, { inProcess: false }, async ({ deployer, connection, requests, events }) => {
      expect(deployer.canMoveClock).to.equal(false);
      await deployer.deploy("token", release.artifact("DAOToken"), ["A", "B", 0]);
      expect(requests.map(({ method }) => method)).to.include("eth_estimateGas");
      const { gas } = (await send(
        connection,
        "eth_getTransactionByHash",
        events[0]?.transactionHash,
      )) as { gas: string };
      expect(BigInt(gas) < 3_000_000n).to.equal(true);
    });
  });
});

async function baseFee(connection: OpenChain): Promise<bigint> {
  const block = (await send(connection, "eth_getBlockByNumber", "latest", false)) as {
    baseFeePerGas: string;
  };
  return BigInt(block.baseFeePerGas);
}
