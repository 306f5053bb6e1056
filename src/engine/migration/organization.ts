import { ZeroAddress } from "ethers";

import {
  argumentsByName,
  constructorInputs,
  decodeEvent,
  decodeEvents,
  eventTopic,
  functionEntry,
} from "../../foundation/arc/abi.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import { isCodeOf } from "../../foundation/arc/code.js";
import type { OrganizationResult, SchemeResult } from "../../foundation/result/result.js";
import type { Contract, Deployer } from "./deployer.js";
import { addFounders, mintForFounders, splitFounders } from "./add-founders.js";
import { at, ofBase, type Materials } from "./materials.js";
import { registrationsOf } from "./registered-since.js";
import { MigrationError } from "../../foundation/support/errors.js";

/** The contracts that make up a DAO. The controller may be the universal one. */
export interface Organization {
  readonly name: string;
  readonly avatar: Contract;
  readonly token: Contract;
  readonly reputation: Contract;
  readonly controller: Contract;
}

export function organizationResult(
  { name, avatar, token, reputation, controller }: Organization,
  { version: arcVersion }: ArcRelease,
  schemes: readonly SchemeResult[],
  problems: readonly string[],
): OrganizationResult {
  return {
    name,
    arcVersion,
    Avatar: avatar.address,
    NativeToken: token.address,
    NativeReputation: reputation.address,
    Controller: controller.address,
    Schemes: schemes,
    ...(problems.length > 0 && { unsafe: problems }),
  };
}

/** Creates the DAO through the shared DaoCreator, which controls it until the schemes are registered. */
export async function forgeOrganization(materials: Materials): Promise<Organization> {
  const { deployer, step, artifacts, parameters } = materials;
  const { release } = artifacts;
  const { orgName, tokenName, tokenSymbol } = parameters;
  const daoCreator = ofBase(materials, "DaoCreator");
  const uController = parameters.useUController ? ofBase(materials, "UController") : undefined;
  const [first, rest] = splitFounders(
    parameters.founders,
    [orgName, tokenName, tokenSymbol],
    deployer.transactionGasLimit,
  );
  const args = argumentsByName(functionEntry(daoCreator.artifact, "forgeOrg"), {
    _orgName: orgName,
    _tokenName: tokenName,
    _tokenSymbol: tokenSymbol,
    _founders: first.map(({ address }) => address),
    _foundersTokenAmount: first.map(({ tokens }) => tokens),
    _foundersReputationAmount: first.map(({ reputation }) => reputation),
    _uController: uController?.address ?? ZeroAddress,
    _cap: 0n,
  });
  // The avatar's address depends on DaoCreator's nonce, which grows with every DAO that anybody creates.
  const logs = await deployer.sendForLogs(`${step}/forgeOrg`, daoCreator, "forgeOrg", args, {
    checkpoint: true,
  });
  const avatarAddress = decodeEvent(daoCreator, "NewOrg", logs)._avatar as string;
  await addFounders(deployer, `${step}/addFounders`, daoCreator, avatarAddress, rest);

  const avatar = at(release, "Avatar", avatarAddress);
  const [token, reputation, controller] = await Promise.all(
    ["nativeToken", "nativeReputation", "owner"].map(async (name) => {
      const [address] = await deployer.read(avatar, name);
      return address as string;
    }),
  );
  return {
    name: orgName,
    avatar,
    token: at(release, "DAOToken", token),
    reputation: at(release, "Reputation", reputation),
    controller: at(release, uController === undefined ? "Controller" : "UController", controller),
  };
}

/** Creates the DAO contract by contract; the deploying account controls it until the end. */
export async function assembleOrganization(materials: Materials): Promise<Organization> {
  const { deployer, step, artifacts, base, parameters } = materials;
  const { release } = artifacts;
  const { orgName: name, tokenName, tokenSymbol, founders, useUController, noTrack } = parameters;
  const deploy = async (contractName: string, ...args: readonly unknown[]): Promise<Contract> => {
    const artifact = release.artifact(contractName);
    const taken = args.slice(0, constructorInputs(artifact).length);
    return await deployer.deploy(`${step}/${contractName}`, artifact, taken);
  };
  // Some releases take a cap.
  const token = await deploy("DAOToken", tokenName, tokenSymbol, 0n);
  const reputation = await deploy("Reputation");
  const avatar = await deploy("Avatar", name, token.address, reputation.address);
  await mintForFounders(deployer, step, token, reputation, founders);

  const controller = useUController
    ? ofBase(materials, "UController")
    : await deploy("Controller", avatar.address);

  // Only the avatar's owner may add it to the tracker, so this comes before the controller becomes its owner.
  if (!noTrack && base.DAOTracker !== undefined) {
    const tracker = ofBase(materials, "DAOTracker");
    const args = argumentsByName(functionEntry(tracker.artifact, "track"), {
      _avatar: avatar.address,
      _controller: controller.address,
      _arcVersion: release.version,
    });
    await deployer.send(`${step}/track`, tracker, "track", args, { final: "tracking" });
  }

  for (const [part, contract] of Object.entries({ avatar, reputation, token })) {
    const args = [controller.address];
    await deployer.send(`${step}/transferOwnership/${part}`, contract, "transferOwnership", args, {
      final: "ownership",
    });
  }
  if (useUController) {
    await requireNotTaken(deployer, controller, avatar.address);
    const args = [avatar.address];
    await deployer.send(`${step}/newOrganization`, controller, "newOrganization", args, {
      final: "ownership",
    });
  }
  return { name, avatar, token, reputation, controller };
}

/**
 * Once the universal controller owns the avatar, the first account to call `newOrganization` gets all permissions.
 * @throws MigrationError if another account did
 */
async function requireNotTaken(
  deployer: Deployer,
  controller: Contract,
  avatar: string,
): Promise<void> {
  const [first] = await registrationsOf(deployer, controller, avatar);
  if (first === undefined || first._sender === deployer.account) return;
  throw new MigrationError(
    `The account ${String(first._sender)} took the DAO ${avatar}: it called newOrganization of the universal controller ` +
      `${controller.address} before this migration did, and has all permissions. Do not use this DAO. Pass --restart for ` +
      "another one, with useDaoCreator in the parameters, which leaves no moment in between.",
  );
}

/**
 * Registers the DAO in the DAORegistry if the deploying account owns it. Skips a name that is taken, because the
 * registry accepts each name only once.
 */
export async function registerOrganization(
  materials: Materials,
  { name, avatar }: Organization,
): Promise<void> {
  const { deployer, step } = materials;
  const registry = ofBase(materials, "DAORegistry");
  const code = await deployer.code(registry.address);
  if (code !== "0x" && !isCodeOf(registry.artifact, code)) {
    leftOut(deployer, `the code of the registry ${registry.address} is not Arc's`);
    return;
  }
  const [[owner], [taken]] = await Promise.all([
    deployer.read(registry, "owner"),
    deployer.read(registry, "isRegister", [name]),
  ]);
  if (taken === true || owner !== deployer.account) {
    if (await isRegistered(deployer, registry, avatar.address)) return;
    const reason =
      owner === deployer.account
        ? `its name ${JSON.stringify(name)} is already registered`
        : `the registry ${registry.address} belongs to ${String(owner)}`;
    leftOut(deployer, reason);
    return;
  }
  await deployer.send(`${step}/registry/propose`, registry, "propose", [avatar.address]);
  await deployer.send(`${step}/registry/register`, registry, "register", [avatar.address, name]);
}

function leftOut(deployer: Deployer, reason: string): void {
  const message = `The DAO is left out of DAORegistry: ${reason}.`;
  deployer.warn({ code: "unregistered", message });
}

/** Whether an earlier run of this migration registered the DAO. */
async function isRegistered(
  deployer: Deployer,
  registry: Contract,
  avatar: string,
): Promise<boolean> {
  const logs = await deployer.logs(registry.address, [
    eventTopic(registry.artifact, "Register") ?? null,
  ]);
  return decodeEvents(registry, "Register", logs).some(({ _avatar }) => _avatar === avatar);
}
