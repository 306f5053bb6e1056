import { parseEther } from "ethers";

import { argumentsByName, constructorInputs } from "../arc/abi.js";
import type { ArcRelease, Artifact } from "../arc/artifact.js";
import { isPrivate, LIVE_STAKING_TOKEN, registryOwner, type Network } from "../chain/networks.js";
import type { BaseResult } from "../result/result.js";
import type { Contract, Deployer } from "./deployer.js";

const STAKING_TOKEN = { name: "DAOstack", symbol: "GEN", cap: parseEther("100000000") };
const STAKE_OF_A_TEST_ACCOUNT = parseEther("1000");

/** Constructor parameters that are addresses of other contracts of the base. */
const DEPENDENCIES: readonly (readonly [parameter: string, contract: string])[] = [
  ["_controllerCreator", "ControllerCreator"],
  ["_daoTracker", "DAOTracker"],
  ["_stakingToken", "DAOToken"],
  ["_contributionReward", "ContributionReward"],
  ["_genesisProtocol", "GenesisProtocol"],
];

/**
 * Contracts of the base that take no constructor arguments, or only addresses of contracts above
 * them. Those that a release does not have are left out.
 */
const UNIVERSAL_CONTRACTS = [
  "DAOTracker",
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
  "UGenericScheme",
  "GenericScheme",
  "GenericSchemeMultiCallFactory",
  "CompetitionFactory",
  "ContinuousLocking4ReputationFactory",
] as const;

/**
 * Deploys the universal contracts of a release: every one that its artifacts hold.
 * @param reusable addresses of contracts that are on the chain and serve again (`findReusable`)
 */
export async function migrateBase(
  deployer: Deployer,
  release: ArcRelease,
  reusable: Readonly<Record<string, string>> = {},
): Promise<BaseResult> {
  const addresses: Record<string, string> = { ...reusable };
  addresses.DAOToken ??= await deployStakingToken(deployer, release);
  addresses.DAORegistry ??= await deployDaoRegistry(deployer, release);

  for (const name of UNIVERSAL_CONTRACTS) {
    if (addresses[name] !== undefined) continue;
    if (!release.has(name) || !isUniversal(release, name)) continue;
    const artifact = release.artifact(name);
    const args = constructorArguments(artifact, addresses);
    addresses[name] = (await deployer.deploy(`base/${name}`, artifact, args)).address;
    if (name === "DAOTracker") await handOver(deployer, artifact, addresses[name]);
  }
  return { arcVersion: release.version, ...addresses } as BaseResult;
}

/**
 * Base contracts that are there already and can serve again: the code at their address is the
 * artifact's, and what they were made with is reused, too.
 * @param known addresses to look at, by contract name
 */
export async function findReusable(
  code: (address: string) => Promise<string>,
  network: Network,
  release: ArcRelease,
  known: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  // A live network's staking token is given, whatever its code.
  const reusable: Record<string, string> = isPrivate(network)
    ? {}
    : { DAOToken: LIVE_STAKING_TOKEN };
  for (const name of ["DAOToken", "DAORegistry", ...UNIVERSAL_CONTRACTS]) {
    const address = known[name];
    if (reusable[name] !== undefined || typeof address !== "string" || !release.has(name)) continue;
    const artifact = release.artifact(name);
    const dependencies = DEPENDENCIES.filter(([parameter]) =>
      constructorInputs(artifact).some((input) => input.name === parameter),
    );
    if (dependencies.some(([, contract]) => reusable[contract] === undefined)) continue;
    if ((await code(address)) === artifact.deployedBytecode) reusable[name] = address;
  }
  return reusable;
}

/** GEN: on a private network our own, with a stake for each test account; elsewhere the live one. */
async function deployStakingToken(deployer: Deployer, release: ArcRelease): Promise<string> {
  if (!isPrivate(deployer.network)) return LIVE_STAKING_TOKEN;
  const artifact = release.artifact("DAOToken");
  const { name, symbol, cap } = STAKING_TOKEN;
  const args = [name, symbol, cap].slice(0, constructorInputs(artifact).length);
  const token = await deployer.deploy("base/DAOToken", artifact, args);
  for (const [index, account] of deployer.testAccounts.entries()) {
    await deployer.send(`base/DAOToken/mint/${index}`, token, "mint", [
      account,
      STAKE_OF_A_TEST_ACCOUNT,
    ]);
  }
  return token.address;
}

async function deployDaoRegistry(deployer: Deployer, release: ArcRelease): Promise<string> {
  const owner = registryOwner(deployer.network) ?? deployer.account;
  const artifact = release.artifact("DAORegistry");
  return (await deployer.deploy("base/DAORegistry", artifact, [owner])).address;
}

/** On live networks the tracker belongs to DAOstack, as the registry does from its constructor on. */
async function handOver(deployer: Deployer, artifact: Artifact, address: string): Promise<void> {
  const owner = registryOwner(deployer.network);
  if (owner === undefined) return;
  const tracker: Contract = { artifact, address };
  await deployer.send("base/DAOTracker/transferOwnership", tracker, "transferOwnership", [owner]);
}

/**
 * GenericScheme is one contract for all DAOs in the releases where it takes parameters by
 * setParameters, and a contract of each DAO where it is initialized.
 */
function isUniversal(release: ArcRelease, name: string): boolean {
  if (name !== "GenericScheme") return true;
  return release.artifact(name).abi.some((entry) => entry.name === "setParameters");
}

function constructorArguments(
  artifact: Artifact,
  addresses: Readonly<Record<string, string>>,
): unknown[] {
  return argumentsByName(
    { type: "constructor", name: artifact.contractName, inputs: constructorInputs(artifact) },
    Object.fromEntries(DEPENDENCIES.map(([parameter, name]) => [parameter, addresses[name]])),
  );
}
