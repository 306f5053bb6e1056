import { parseEther } from "ethers";

import { argumentsByName, constructorInputs } from "../../foundation/arc/abi.js";
import type { ArcRelease, Artifact } from "../../foundation/arc/artifact.js";
import { dependenciesOf, universalContracts } from "../../foundation/arc/base-contracts.js";
import { registryOwner } from "../../foundation/chain/networks.js";
import { isPrivate } from "../../foundation/chain/private-chain.js";
import type { BaseResult } from "../../foundation/result/result.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { Contract, Deployer } from "./deployer.js";
import { TOKENS_OF_A_TEST_ACCOUNT } from "../../foundation/chain/test-mnemonic.js";
import { findNotReusable } from "./reuse-contracts.js";

const STAKING_TOKEN = { name: "DAOstack", symbol: "GEN", cap: parseEther("100000000") };

/**
 * Deploys the universal contracts of a release: every one that it contains.
 * @param reusable contracts that need not be deployed (`findReusable`). They are checked again, because their addresses
 * may come from a journal.
 */
export async function migrateBase(
  deployer: Deployer,
  release: ArcRelease,
  reusable: Readonly<Record<string, string>> = {},
): Promise<BaseResult> {
  await requireReusable(deployer, release, reusable);
  const addresses: Record<string, string> = { ...reusable };
  addresses.DAOToken ??= await deployStakingToken(deployer, release);
  addresses.DAORegistry ??= await deployDaoRegistry(deployer, release);

  for (const name of universalContracts(release)) {
    if (addresses[name] !== undefined) continue;
    const artifact = release.artifact(name);
    const args = constructorArguments(artifact, addresses);
    addresses[name] = (await deployer.deploy(`base/${name}`, artifact, args)).address;
    if (name === "DAOTracker") await handOver(deployer, artifact, addresses[name]);
  }
  return { arcVersion: release.version, ...addresses } as BaseResult;
}

async function requireReusable(
  deployer: Deployer,
  release: ArcRelease,
  reusable: Readonly<Record<string, string>>,
): Promise<void> {
  const others = await findNotReusable(deployer, release, reusable);
  if (others.length === 0) return;
  throw new MigrationError(
    `Contracts to reuse are not what Arc ${release.version} would deploy: ${others.join(", ")}. ` +
      "Start over with --restart, which looks for reusable contracts itself.",
  );
}

/**
 * Provides the staking token: the one that the network names, or one that the deploying account owns. On a private
 * network, it mints a stake for each test account. On a public one it does not, because the keys of test accounts may
 * be public.
 */
async function deployStakingToken(deployer: Deployer, release: ArcRelease): Promise<string> {
  const { network } = deployer;
  if (network.stakingToken !== undefined) return network.stakingToken;
  const artifact = release.artifact("DAOToken");
  const { name, symbol, cap } = STAKING_TOKEN;
  const args = [name, symbol, cap].slice(0, constructorInputs(artifact).length);
  const token = await deployer.deploy("base/DAOToken", artifact, args);
  if (!isPrivate(network)) return token.address;
  for (const [index, account] of deployer.testAccounts.entries()) {
    await deployer.send(`base/DAOToken/mint/${index}`, token, "mint", [
      account,
      TOKENS_OF_A_TEST_ACCOUNT,
    ]);
  }
  return token.address;
}

async function deployDaoRegistry(deployer: Deployer, release: ArcRelease): Promise<string> {
  const owner = registryOwner(deployer.network) ?? deployer.account;
  const artifact = release.artifact("DAORegistry");
  return (await deployer.deploy("base/DAORegistry", artifact, [owner])).address;
}

/** Makes the registry's owner the owner of the tracker, too. The registry's constructor sets its owner. */
async function handOver(deployer: Deployer, artifact: Artifact, address: string): Promise<void> {
  const owner = registryOwner(deployer.network);
  if (owner === undefined) return;
  const tracker: Contract = { artifact, address };
  await deployer.send("base/DAOTracker/transferOwnership", tracker, "transferOwnership", [owner]);
}

function constructorArguments(
  artifact: Artifact,
  addresses: Readonly<Record<string, string>>,
): unknown[] {
  return argumentsByName(
    { type: "constructor", name: artifact.contractName, inputs: constructorInputs(artifact) },
    Object.fromEntries(
      dependenciesOf(artifact).map(({ parameter, contract }) => [parameter, addresses[contract]]),
    ),
  );
}
