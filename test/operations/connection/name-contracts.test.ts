import hardhatEthers from "@nomicfoundation/hardhat-ethers";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { NetworkConnection } from "hardhat/types/network";

import daoMigration from "../../../src/index.js";
import { rejection } from "../../rejection.js";

type Measurement = Readonly<Record<"contractFqn" | "type" | "functionSig", string>>;

/** Runs with a connection whose gas is measured, as with `--gas-stats`. */
async function withGasReport(
  run: (connection: NetworkConnection, measured: Measurement[]) => Promise<void>,
): Promise<void> {
  const plugins = [hardhatEthers, daoMigration];
  const { hooks, network } = await createHardhatRuntimeEnvironment({ plugins });
  const measured: Measurement[] = [];
  hooks.registerHandlers("network", {
    onGasMeasurement: (_context, measurement) => {
      measured.push(measurement as unknown as Measurement);
    },
  });
  const connection = await network.create();
  try {
    await run(connection, measured);
  } finally {
    await connection.close();
  }
}

describe("names of Arc contracts in a gas report", function () {
  this.timeout(60_000);

  it("include contract and function, for universal contracts and the DAO's own", async () => {
    await withGasReport(async (connection, measured) => {
      const { dao, accounts, governance } = await connection.dao.load({ demo: false });
      const before = measured.length;
      const proposal = await governance.proposeReward({ beneficiary: accounts[9], tokens: 1n });
      await governance.pass(proposal);
      await governance.redeem(proposal);
      // The DAO's Reputation is a copy embedded in DaoCreator.
      await dao.nativeReputation.balanceOf(accounts[0]);
      await dao.nativeToken.connect(accounts[9]).transfer(accounts[8], 1n);
      const calls = measured.slice(before).map(({ contractFqn, functionSig }) => {
        const name = contractFqn.slice(contractFqn.indexOf(":") + 1);
        return `${name}.${functionSig.slice(0, functionSig.indexOf("("))}`;
      });
      expect(calls).to.include.members([
        "ContributionReward.proposeContributionReward",
        "GenesisProtocol.vote",
        "ContributionReward.redeem",
        "Reputation.balanceOf",
        "DAOToken.transfer",
      ]);
      expect(measured.at(-1)!.contractFqn).to.equal(
        "@daostack/arc@0.0.1-rc.57/DAOToken.sol:DAOToken",
      );
    });
  });

  it("keep a revert's reason, and show contract and function in its stack", async () => {
    await withGasReport(async (connection) => {
      const { base, accounts } = await connection.dao.load({ demo: false });
      const error = await rejection(
        base.daoToken.connect(accounts[9]).transfer(accounts[8], 10n ** 30n),
      );
      expect(error.message).to.equal(
        "VM Exception while processing transaction: reverted with reason string 'ERC20: transfer amount exceeds balance'",
      );
      expect(error.stack).to.include(
        "at DAOToken.transfer (@daostack/arc@0.0.1-rc.57/DAOToken.sol:1)",
      );
    });
  });
});
