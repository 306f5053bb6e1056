import { expect } from "chai";
import { zeroPadValue, toBeHex } from "ethers";

import type { ArcRelease } from "../../../src/foundation/arc/artifact.js";
import { functionEntry } from "../../../src/foundation/arc/abi.js";
import { BUILT_IN_PERMISSIONS } from "../../../src/foundation/arc/permissions.js";
import type { DaoParameters, VoteParameters } from "../../../src/foundation/params/parameters.js";
import { toStored } from "../../../src/foundation/params/stored-vote-parameters.js";
import type {
  BaseResult,
  DaoResult,
  OrganizationResult,
  SchemeResult,
} from "../../../src/foundation/result/result.js";
import { reader, type Chain } from "../../simulated-chain.js";
import { contractOfSection, isShared } from "../../../src/foundation/arc/shared-schemes.js";

type Read = ReturnType<typeof reader>;

/** Expects a DAO on the chain to match its parameters. */
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
  expect(dao.Schemes.map(({ name }) => name)).to.deep.equal(expectedSchemeNames(parameters));
  await expectSchemeParameters(read, release, base, parameters, dao);
  for (const scheme of dao.Schemes) await expectScheme(read, controllerName, dao, scheme);

  const permissionsOf = async (account: string) =>
    await read(controllerName, dao.Controller, "getSchemePermissions", account, dao.Avatar);
  expect(await permissionsOf(base.DaoCreator), "DaoCreator").to.equal("0x00000000");
  const keepsPermissions = !parameters.useDaoCreator && !parameters.unregisterOwner;
  expect(await permissionsOf(deployer), "deployer").to.equal(
    keepsPermissions ? "0x0000001f" : "0x00000000",
  );
}

/** Expects avatar, token, reputation and controller to belong together. */
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

/** Expects a scheme to be registered with the permissions and parameters in the result. */
export async function expectScheme(
  read: Read,
  controllerName: string,
  dao: OrganizationResult,
  { name, address, permissions, paramsHash }: SchemeResult,
): Promise<void> {
  const onController = async (functionName: string) =>
    await read(controllerName, dao.Controller, functionName, address, dao.Avatar);
  // The controller adds the bit for "registered".
  const registered = zeroPadValue(toBeHex(BigInt(permissions) | 1n), 4);
  expect(await onController("getSchemePermissions"), name).to.equal(registered);
  expect(await onController("getSchemeParameters"), name).to.equal(paramsHash);
}

/** Returns the names of the enabled schemes, in the order of their registration. */
function expectedSchemeNames(parameters: DaoParameters): string[] {
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

/** Returns named fields of the struct that a getter returns. */
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

/** Expects each built-in scheme to use its vote parameters, voting machine and target. */
async function expectSchemeParameters(
  read: Read,
  release: ArcRelease,
  base: BaseResult,
  { schemes, votingMachinesParams }: DaoParameters,
  dao: DaoResult,
): Promise<void> {
  const results = [...dao.Schemes];
  for (const name of BUILT_IN) {
    for (const entry of schemes[name]) {
      const result = results.shift();
      if (result?.name !== name) throw new Error(`${name} is not where it should be.`);
      const set = await settingsOf(read, release, result);
      const target = "targetContract" in entry ? entry.targetContract : undefined;
      const votes = "voteParams" in entry ? entry.voteParams : entry.voteRegisterParams;
      const own = votingMachinesParams[votes];
      const usual =
        own !== undefined && "absoluteVote" in own ? base.AbsoluteVote : base.GenesisProtocol;
      expect(set.votingMachine, name).to.equal(entry.votingMachine ?? usual);
      expect(set.target, name).to.equal(
        typeof target === "object"
          ? dao.StandAloneContracts[target.standAloneContract]?.address
          : target,
      );
      const wanted: [unknown, VoteParameters | undefined][] = [
        [set.votes, votingMachinesParams[votes]],
      ];
      if ("voteRemoveParams" in entry) {
        wanted.push([set.votesToRemove, votingMachinesParams[entry.voteRemoveParams]]);
      }
      for (const [hash, parameters] of wanted) {
        await expectVoteParameters(read, release, base, hash, parameters);
      }
    }
  }
}

const BUILT_IN = Object.keys(BUILT_IN_PERMISSIONS) as (keyof typeof BUILT_IN_PERMISSIONS)[];

/** Returns a scheme's settings for a DAO, stored under a hash or in the DAO's own contract. */
async function settingsOf(read: Read, release: ArcRelease, scheme: SchemeResult) {
  const universal = isShared(scheme.name, release)
    ? contractOfSection(scheme.name, release)
    : undefined;
  if (universal === undefined) {
    const own = async (name: string) => await read("GenericScheme", scheme.address, name);
    return {
      votingMachine: await own("votingMachine"),
      votes: await own("voteParams"),
      votesToRemove: undefined,
      target: await own("contractToCall"),
    };
  }
  const { address, paramsHash } = scheme;
  const set = await fields(read, release, universal, address, "parameters", paramsHash);
  return {
    votingMachine: set.intVote,
    votes: set.voteApproveParams ?? set.voteRegisterParams ?? set.voteParams,
    votesToRemove: set.voteRemoveParams,
    target: set.contractToCall,
  };
}

async function expectVoteParameters(
  read: Read,
  release: ArcRelease,
  base: BaseResult,
  hash: unknown,
  wanted: VoteParameters | undefined,
): Promise<void> {
  if (wanted !== undefined && "votingParamsHash" in wanted) {
    expect(hash).to.equal(wanted.votingParamsHash.toLowerCase());
    return;
  }
  if (wanted === undefined) throw new Error("There are no such vote parameters.");
  if ("absoluteVote" in wanted) {
    const { votePerc, voteOnBehalf } = wanted.absoluteVote;
    const held = await fields(read, release, "AbsoluteVote", base.AbsoluteVote, "parameters", hash);
    expect(held).to.deep.equal({ precReq: votePerc, voteOnBehalf });
    return;
  }
  const machine = ["GenesisProtocol", base.GenesisProtocol] as const;
  const held = await fields(read, release, ...machine, "parameters", hash);
  // What is stored is compared with the file's numbers in set-vote-parameters.test.ts.
  const { stored } = toStored(release.artifact("GenesisProtocol"), wanted);
  const isAlpha = "preBoostedVoteRequiredPercentage" in held;
  for (const [name, value] of Object.entries(held)) {
    const wantedValue = stored[isAlpha ? name.replace("preBoosted", "queued") : name];
    if (wantedValue !== undefined) expect(value, name).to.equal(wantedValue);
  }
}
