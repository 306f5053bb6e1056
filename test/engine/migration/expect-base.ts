import { expect } from "chai";
import { parseEther } from "ethers";

import { functionEntries, hasFunction } from "../../../src/foundation/arc/abi.js";
import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { findReusable } from "../../../src/engine/migration/reuse-contracts.js";
import { isDeployed, requireUsableBase } from "../../../src/engine/migration/trusted-base.js";
import type { ChainWithBase } from "./with-base.js";

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

/** Expects a base to be complete, and to be trusted and reused by the migration. */
export async function expectBase({
  deployer,
  connection,
  release,
  base: { arcVersion, ...addresses },
  read,
}: ChainWithBase): Promise<void> {
  expect(arcVersion).to.equal(release.version);
  expect(Object.keys(addresses)).to.have.members(expectedContracts(release));
  for (const [name, address] of Object.entries(addresses)) {
    const code: unknown = await connection.provider.request({
      method: "eth_getCode",
      params: [address, "latest"],
    });
    expect(code, name).to.equal(release.artifact(name).deployedBytecode);
  }

  expect(await read("GenesisProtocol", addresses.GenesisProtocol, "stakingToken")).to.equal(
    addresses.DAOToken,
  );
  expect(await read("DAORegistry", addresses.DAORegistry, "owner")).to.equal(deployer.account);
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
}
