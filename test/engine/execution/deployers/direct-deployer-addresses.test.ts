import { expect } from "chai";
import { Wallet } from "ethers";
import type { NetworkConnection } from "hardhat/types/network";

import { openArcRelease } from "../../../../src/foundation/arc/open-release.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { DirectDeployer } from "../../../../src/engine/execution/deployers/direct-deployer.js";
import { directOptions } from "../../../../src/engine/execution/deployers/simulated-network.js";
import { rejected, rejection } from "../../../rejection.js";
import { onChain, send } from "./on-chain.js";

const release = await openArcRelease("rc.57");

describe("DirectDeployer knows where a contract is without a receipt", () => {
  const MOCK = "ActionMock";
  const deployMock = async (deployer: DirectDeployer, { provider }: NetworkConnection) => {
    const { address } = await deployer.deploy("mock", release.artifact(MOCK));
    const params = [address, "latest"];
    const code: unknown = await provider.request({ method: "eth_getCode", params });
    expect(code).to.equal(release.artifact(MOCK).deployedBytecode);
    return address;
  };

  for (const signer of [undefined, Wallet.createRandom()]) {
    const who = signer === undefined ? "an account of the chain" : "a signer";

    it(`if others send from ${who} meanwhile`, async () => {
      await onChain({}, { signer }, async ({ deployer, connection, events }) => {
        const { account: from } = deployer;
        await send(connection, "hardhat_setBalance", from, "0x56bc75e2d63100000");
        await send(connection, "hardhat_impersonateAccount", from);
        const addresses = new Set<string>();
        for (let index = 0; index < 3; index++) {
          addresses.add(await deployMock(deployer, connection));
          await send(connection, "eth_sendTransaction", { from, to: from });
          addresses.add(await deployMock(deployer, connection));
        }
        expect(addresses.size).to.equal(6);
        expect(events.map(({ count }) => count)).to.deep.equal([1, 2, 3, 4, 5, 6]);
        expect(Number(await send(connection, "eth_getTransactionCount", from, "latest"))).to.equal(
          9,
        );
      });
    });
  }

  it("if several are deployed at once", async () => {
    await onChain({}, {}, async ({ deployer, connection }) => {
      const deployed = [1, 2, 3].map(async () => await deployMock(deployer, connection));
      const addresses = await Promise.all([...deployed, deployMock(deployer, connection)]);
      expect(new Set(addresses).size).to.equal(4);
    });
  });

  it("if the chain is reset meanwhile", async () => {
    await onChain({}, {}, async ({ deployer, connection }) => {
      const snapshot = await send(connection, "evm_snapshot");
      const first = await deployMock(deployer, connection);
      await send(connection, "evm_revert", snapshot);
      expect(await deployMock(deployer, connection)).to.equal(first);
    });
  });

  it("after other steps, of this account and of others, and after one that failed", async () => {
    await onChain({}, {}, async ({ deployer, connection }) => {
      const token = await deployer.deploy("token", release.artifact("DAOToken"), ["A", "B", 0]);
      const mint = [deployer.account, 1n];
      await deployer.send("mint", token, "mint", mint);
      await deployMock(deployer, connection);
      const from = deployer.testAccounts[1]!;
      await deployer.send("approve", token, "approve", mint, { from });
      await deployMock(deployer, connection);
      await rejection(deployer.send("burn", token, "burn", [2n]));
      await deployMock(deployer, connection);
    });
  });

  it("and does not repeat a deployment that failed for another reason", async () => {
    await onChain({}, {}, async ({ connection }) => {
      const refused: string[] = [];
      const provider: Eip1193Provider = {
        async request(request) {
          if (refused.length > 0 && request.method === "eth_sendTransaction") {
            refused.push(request.method);
            throw new Error("reverted with reason string 'nonce too low'");
          }
          return (await connection.provider.request(request)) as unknown;
        },
      };
      const deployer = await DirectDeployer.create({ provider, ...directOptions(connection) });
      await deployMock(deployer, connection);
      refused.push("from now on");
      await rejected(deployMock(deployer, connection), "Step mock failed: ");
      expect(refused).to.have.length(2);
    });
  });
});
