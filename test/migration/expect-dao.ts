import { expect } from "chai";
import { ZeroHash, zeroPadValue, toBeHex } from "ethers";
import type { ArcRelease } from "../../src/arc/artifact.js";
import { functionEntry } from "../../src/arc/abi.js";
import type { DaoParameters, GenesisProtocolParameters } from "../../src/params/parameters.js";
import type {
  BaseResult,
  DaoResult,
  OrganizationResult,
  SchemeResult,
} from "../../src/result/result.js";
import { reader, type Chain } from "../simulated-chain.js";

type Read = ReturnType<typeof reader>;

/** Looks at the chain whether a DAO is what its parameters say. */
export async function expectDao(
  connection: Chain,
  release: ArcRelease,
  base: BaseResult,
  parameters: DaoParameters,
  dao: DaoResult,
  deployer: string,
): Promise<void> {
  const read = reader(connection, release);
  const controllerName = dao.Controller === base.UController ? "UController" : "Controller";
  expect(controllerName === "UController").to.equal(
    parameters.useUController && base.UController !== undefined,
  );

  expect(dao.name).to.equal(parameters.orgName);
  expect(await read("DAOToken", dao.NativeToken, "name")).to.equal(parameters.tokenName);
  expect(await read("DAOToken", dao.NativeToken, "symbol")).to.equal(parameters.tokenSymbol);
  await expectOrganization(read, dao, controllerName);
  await expectFounders(read, parameters, dao);
  for (const scheme of dao.Schemes) await expectScheme(read, controllerName, dao, scheme);

  const permissionsOf = async (account: string) =>
    await read(controllerName, dao.Controller, "getSchemePermissions", account, dao.Avatar);
  expect(await permissionsOf(base.DaoCreator), "DaoCreator").to.equal("0x00000000");
  const keepsPermissions = !parameters.useDaoCreator && !parameters.unregisterOwner;
  expect(await permissionsOf(deployer), "deployer").to.equal(
    keepsPermissions ? "0x0000001f" : "0x00000000",
  );
}

/** Avatar, token, reputation and controller belong together. */
export async function expectOrganization(
  read: Read,
  dao: OrganizationResult,
  controllerName: "Controller" | "UController",
): Promise<void> {
  expect(await read("Avatar", dao.Avatar, "orgName")).to.equal(dao.name);
  expect(await read("Avatar", dao.Avatar, "nativeToken")).to.equal(dao.NativeToken);
  expect(await read("Avatar", dao.Avatar, "nativeReputation")).to.equal(dao.NativeReputation);
  for (const [name, address] of [
    ["Avatar", dao.Avatar],
    ["DAOToken", dao.NativeToken],
    ["Reputation", dao.NativeReputation],
  ] as const) {
    expect(await read(name, address, "owner"), `owner of ${name}`).to.equal(dao.Controller);
  }
  if (controllerName === "Controller") {
    expect(await read("Controller", dao.Controller, "avatar")).to.equal(dao.Avatar);
  }
}

async function expectFounders(
  read: Read,
  parameters: DaoParameters,
  dao: DaoResult,
): Promise<void> {
  for (const { address, tokens, reputation } of parameters.founders) {
    expect(await read("DAOToken", dao.NativeToken, "balanceOf", address)).to.equal(tokens);
    expect(await read("Reputation", dao.NativeReputation, "balanceOf", address)).to.equal(
      reputation,
    );
  }
  const sum = (key: "tokens" | "reputation") =>
    parameters.founders.reduce((total, founder) => total + founder[key], 0n);
  expect(await read("DAOToken", dao.NativeToken, "totalSupply")).to.equal(sum("tokens"));
  expect(await read("Reputation", dao.NativeReputation, "totalSupply")).to.equal(sum("reputation"));
}

/** A scheme is registered with the permissions and the parameters that the result says. */
export async function expectScheme(
  read: Read,
  controllerName: string,
  dao: OrganizationResult,
  { name, address, permissions, paramsHash }: SchemeResult,
): Promise<void> {
  const onController = async (functionName: string) =>
    await read(controllerName, dao.Controller, functionName, address, dao.Avatar);
  // The controller adds the bit that says 'registered'.
  const registered = zeroPadValue(toBeHex(BigInt(permissions) | 1n), 4);
  expect(await onController("getSchemePermissions"), name).to.equal(registered);
  expect(await onController("getSchemeParameters"), name).to.equal(paramsHash);
}

/** The schemes that the parameters switch on, in the order in which they are registered. */
export function expectedSchemeNames(parameters: DaoParameters): string[] {
  const { schemes } = parameters;
  return [
    ...schemes.SchemeRegistrar.map(() => "SchemeRegistrar"),
    ...schemes.ContributionReward.map(() => "ContributionReward"),
    ...schemes.GenericScheme.map(() => "GenericScheme"),
    ...schemes.GlobalConstraintRegistrar.map(() => "GlobalConstraintRegistrar"),
    ...schemes.UpgradeScheme.map(() => "UpgradeScheme"),
    ...parameters.customSchemes.map(({ name }) => name),
  ];
}

/** Named fields of a struct that a getter returns. */
export async function fields(
  read: Read,
  release: ArcRelease,
  contractName: string,
  address: string,
  functionName: string,
  ...args: unknown[]
): Promise<Record<string, unknown>> {
  const values = (await read(contractName, address, functionName, ...args)) as unknown[];
  const outputs = functionEntry(release.artifact(contractName), functionName).outputs ?? [];
  return Object.fromEntries(outputs.map((output, index) => [output.name, values[index]]));
}

/** The vote parameters that a universal scheme of a DAO is set to, as GenesisProtocol keeps them. */
export async function voteParametersOf(
  read: Read,
  release: ArcRelease,
  base: BaseResult,
  scheme: SchemeResult,
  field: "voteApproveParams" | "voteParams" | "voteRegisterParams" | "voteRemoveParams",
): Promise<Record<string, unknown>> {
  expect(scheme.paramsHash).to.not.equal(ZeroHash);
  const contractName =
    scheme.name === "GenericScheme" && release.has("UGenericScheme")
      ? "UGenericScheme"
      : scheme.name;
  const set = await fields(
    read,
    release,
    contractName,
    scheme.address,
    "parameters",
    scheme.paramsHash,
  );
  expect(set.intVote).to.equal(base.GenesisProtocol);
  expect(set).to.have.property(field);
  return await fields(
    read,
    release,
    "GenesisProtocol",
    base.GenesisProtocol,
    "parameters",
    set[field],
  );
}

/** What GenesisProtocol should hold of a set of vote parameters, in the words of its release. */
export function expectedVoteParameters(
  held: Record<string, unknown>,
  set: GenesisProtocolParameters,
): Record<string, unknown> {
  const common = {
    boostedVotePeriodLimit: set.boostedVotePeriodLimit,
    quietEndingPeriod: set.quietEndingPeriod,
    votersReputationLossRatio: set.votersReputationLossRatio,
    voteOnBehalf: set.voteOnBehalf,
  };
  if ("preBoostedVoteRequiredPercentage" in held) {
    return {
      ...common,
      preBoostedVoteRequiredPercentage: set.queuedVoteRequiredPercentage,
      preBoostedVotePeriodLimit: set.queuedVotePeriodLimit,
    };
  }
  return {
    ...common,
    queuedVoteRequiredPercentage: set.queuedVoteRequiredPercentage,
    queuedVotePeriodLimit: set.queuedVotePeriodLimit,
    preBoostedVotePeriodLimit: set.preBoostedVotePeriodLimit,
    proposingRepReward: set.proposingRepReward,
    minimumDaoBounty: set.minimumDaoBounty,
    daoBountyConst: set.daoBountyConst,
    activationTime: set.activationTime,
  };
}
