import { expect } from "chai";
import { parseEther } from "ethers";

import { functionEntries, hasFunction } from "../../../src/foundation/arc/abi.js";
import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { findReusable } from "../../../src/engine/migration/reuse-contracts.js";
import { isDeployed, requireUsableBase } from "../../../src/engine/migration/trusted-base.js";
import { LIVE_STAKING_TOKEN } from "../../../src/foundation/chain/networks.js";
import { reader, withDeployer } from "../../simulated-chain.js";
import { releasesByInterface, someOf } from "../../some-of.js";

/** The specification's list, and the additions of later releases. */
const BASE_CONTRACTS = [
  "ControllerCreator",
  "DaoCreator",
  "UController",
  "GenesisProtocol",
  "SchemeRegistrar",
  "UpgradeScheme",
  "GlobalConstraintRegistrar",
  "ContributionReward",
  "AbsoluteVote",
  "QuorumVote",
  "TokenCapGC",
  "VestingScheme",
  "VoteInOrganizationScheme",
  "OrganizationRegister",
  "Redeemer",
  "DAOTracker",
  "UGenericScheme",
  "GenericSchemeMultiCallFactory",
  "CompetitionFactory",
  "ContinuousLocking4ReputationFactory",
];

function expectedContracts(release: ArcRelease): string[] {
  const universalGenericScheme =
    release.has("GenericScheme") && hasFunction(release.artifact("GenericScheme"), "setParameters");
  return [
    "DAOToken",
    "DAORegistry",
    ...BASE_CONTRACTS.filter((name) => release.has(name)),
    ...(universalGenericScheme ? ["GenericScheme"] : []),
  ];
}

describe("migrateBase", () => {
  for (const version of releasesByInterface()) {
    it(`deploys every contract of ${version}, each with the artifact's code`, async () => {
      const release = await openArcRelease(version);
      await withDeployer(async (deployer, connection) => {
        const { arcVersion, ...addresses } = await migrateBase(deployer, release);

        expect(arcVersion).to.equal(version);
        expect(Object.keys(addresses)).to.have.members(expectedContracts(release));
        for (const [name, address] of Object.entries(addresses)) {
          const code: unknown = await connection.provider.request({
            method: "eth_getCode",
            params: [address, "latest"],
          });
          expect(code, name).to.equal(release.artifact(name).deployedBytecode);
        }

        const read = reader(connection, release);
        expect(await read("GenesisProtocol", addresses.GenesisProtocol, "stakingToken")).to.equal(
          addresses.DAOToken,
        );
        expect(await read("DAORegistry", addresses.DAORegistry, "owner")).to.equal(
          deployer.account,
        );
        expect(deployer.testAccounts).to.have.lengthOf(10);
        for (const account of deployer.testAccounts) {
          const balance = await read("DAOToken", addresses.DAOToken, "balanceOf", account);
          expect(balance).to.equal(parseEther("1000"));
        }
        for (const [name, dependency] of [
          ["contributionReward", addresses.ContributionReward],
          ["genesisProtocol", addresses.GenesisProtocol],
        ] as const) {
          if (!release.has("Redeemer") || addresses.Redeemer === undefined) continue;
          if (functionEntries(release.artifact("Redeemer"), name).length === 0) continue;
          expect(await read("Redeemer", addresses.Redeemer, name)).to.equal(dependency);
        }

        // The migration trusts and reuses its own base.
        const base = { arcVersion, ...addresses };
        await requireUsableBase(deployer, release, base);
        expect(await isDeployed(async (at) => await deployer.code(at), base)).to.equal(true);
        expect(await findReusable(deployer, release, addresses)).to.deep.equal(addresses);
        const before = deployer.stepCount;
        const reused = await migrateBase(deployer, release, { ...addresses });
        expect(reused).to.deep.equal(base);
        expect(deployer.stepCount).to.equal(before);
      });
    });
  }

  const LIVE = [
    [1, "0x85e7fa550b534656d04d143b9a23a11e05077da3"],
    [4, "0x73db6408abbea97c5db8a2234c4027c315094936"],
    [42, "0x73db6408abbea97c5db8a2234c4027c315094936"],
    [77, "0x73db6408abbea97c5db8a2234c4027c315094936"],
    [100, "0x73db6408abbea97c5db8a2234c4027c315094936"],
  ] as const;
  for (const [chainId, owner] of someOf(LIVE, 4)) {
    it(`uses the live staking token on chain ${chainId} and gives registry and tracker to their owner`, async () => {
      const release = await openArcRelease("rc.57");
      await withDeployer(
        async (deployer, connection) => {
          const base = await migrateBase(deployer, release);
          expect(base.DAOToken).to.equal(LIVE_STAKING_TOKEN);
          const read = reader(connection, release);
          for (const name of ["DAORegistry", "DAOTracker"] as const) {
            const found = await read(name, base[name] ?? "", "owner");
            expect(String(found).toLowerCase()).to.equal(owner);
          }
          await requireUsableBase(deployer, release, base);
          const reusable = await findReusable(deployer, release, { ...base });
          expect({ arcVersion: base.arcVersion, ...reusable }).to.deep.equal(base);
        },
        { chainId },
      );
    });
  }

  it("deploys a staking token on a public chain without one, and gives it to nobody", async () => {
    const release = await openArcRelease("rc.57");
    await withDeployer(
      async (deployer, connection) => {
        const base = await migrateBase(deployer, release);
        const read = reader(connection, release);
        expect(await read("DAOToken", base.DAOToken, "totalSupply")).to.equal(0n);
        for (const name of ["DAOToken", "DAORegistry", "DAOTracker"] as const) {
          expect(await read(name, base[name] ?? "", "owner"), name).to.equal(deployer.account);
        }
        expect(await read("GenesisProtocol", base.GenesisProtocol, "stakingToken")).to.equal(
          base.DAOToken,
        );
        await requireUsableBase(deployer, release, base);
        const reusable = await findReusable(deployer, release, { ...base });
        expect({ arcVersion: base.arcVersion, ...reusable }).to.deep.equal(base);
      },
      { chainId: 42161 },
    );
  });
});
