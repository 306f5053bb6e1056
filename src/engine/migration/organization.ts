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
import { MigrationError } from "../../foundation/support/errors.js";
import type { Founder } from "../../foundation/params/parameters.js";
import type {
  BaseResult,
  OrganizationResult,
  SchemeResult,
} from "../../foundation/result/result.js";
import type { Contract, Deployer } from "./deployer.js";
import { addFounders, mintForFounders, splitFounders } from "./add-founders.js";

/** The contracts that make up a DAO. The controller may be the universal one. */
export interface Organization {
  readonly name: string;
  readonly avatar: Contract;
  readonly token: Contract;
  readonly reputation: Contract;
  readonly controller: Contract;
}

export interface OrganizationPlan {
  readonly orgName: string;
  readonly tokenName: string;
  readonly tokenSymbol: string;
  readonly founders: readonly Founder[];
  readonly useUController: boolean;
}

/** The contract of a release at an address. */
export function at(release: ArcRelease, name: string, address: string | undefined): Contract {
  if (address === undefined) {
    throw new MigrationError(
      `The base has no ${name}. Deploy the base of Arc ${release.version} again, with dao:migrate-base or \`dao-migrate base\`.`,
    );
  }
  return { artifact: release.artifact(name), address };
}

/** A DAO's entry in a result. */
export function organizationResult(
  { name, avatar, token, reputation, controller }: Organization,
  release: ArcRelease,
  schemes: readonly SchemeResult[],
  problems: readonly string[],
): OrganizationResult {
  return {
    name,
    arcVersion: release.version,
    Avatar: avatar.address,
    NativeToken: token.address,
    NativeReputation: reputation.address,
    Controller: controller.address,
    Schemes: schemes,
    ...(problems.length > 0 && { unsafe: problems }),
  };
}

/** Creates the DAO through the shared DaoCreator, which controls it until the schemes are registered. */
export async function forgeOrganization(
  deployer: Deployer,
  step: string,
  release: ArcRelease,
  base: BaseResult,
  plan: OrganizationPlan,
): Promise<Organization> {
  const daoCreator = at(release, "DaoCreator", base.DaoCreator);
  const uController = plan.useUController ? base.UController : undefined;
  const [first, rest] = splitFounders(
    plan.founders,
    [plan.orgName, plan.tokenName, plan.tokenSymbol],
    deployer.transactionGasLimit,
  );
  const args = argumentsByName(functionEntry(daoCreator.artifact, "forgeOrg"), {
    _orgName: plan.orgName,
    _tokenName: plan.tokenName,
    _tokenSymbol: plan.tokenSymbol,
    _founders: first.map(({ address }) => address),
    _foundersTokenAmount: first.map(({ tokens }) => tokens),
    _foundersReputationAmount: first.map(({ reputation }) => reputation),
    _uController: uController ?? ZeroAddress,
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
    name: plan.orgName,
    avatar,
    token: at(release, "DAOToken", token),
    reputation: at(release, "Reputation", reputation),
    controller: at(release, uController === undefined ? "Controller" : "UController", controller),
  };
}

/** Creates the DAO contract by contract; the deploying account controls it until the end. */
export async function assembleOrganization(
  deployer: Deployer,
  step: string,
  release: ArcRelease,
  base: BaseResult,
  plan: OrganizationPlan & { readonly noTrack: boolean },
): Promise<Organization> {
  const tokenArtifact = release.artifact("DAOToken");
  const token = await deployer.deploy(
    `${step}/DAOToken`,
    tokenArtifact,
    [plan.tokenName, plan.tokenSymbol, 0n].slice(0, constructorInputs(tokenArtifact).length),
  );
  const reputation = await deployer.deploy(`${step}/Reputation`, release.artifact("Reputation"));
  const avatar = await deployer.deploy(`${step}/Avatar`, release.artifact("Avatar"), [
    plan.orgName,
    token.address,
    reputation.address,
  ]);
  await mintForFounders(deployer, step, token, reputation, plan.founders);

  const universal = plan.useUController && base.UController !== undefined;
  const controller = universal
    ? at(release, "UController", base.UController)
    : await deployer.deploy(`${step}/Controller`, release.artifact("Controller"), [avatar.address]);

  // Only the avatar's owner may add it to the tracker, so this comes before the controller becomes its owner.
  if (!plan.noTrack && base.DAOTracker !== undefined) {
    const tracker = at(release, "DAOTracker", base.DAOTracker);
    const args = argumentsByName(functionEntry(tracker.artifact, "track"), {
      _avatar: avatar.address,
      _controller: controller.address,
      _arcVersion: release.version,
    });
    await deployer.send(`${step}/track`, tracker, "track", args, { final: "tracking" });
  }

  for (const [name, contract] of Object.entries({ avatar, reputation, token })) {
    const args = [controller.address];
    await deployer.send(`${step}/transferOwnership/${name}`, contract, "transferOwnership", args, {
      final: "ownership",
    });
  }
  if (universal) {
    const args = [avatar.address];
    await deployer.send(`${step}/newOrganization`, controller, "newOrganization", args, {
      final: "ownership",
    });
  }
  return { name: plan.orgName, avatar, token, reputation, controller };
}

/**
 * Registers the DAO in the DAORegistry if the deploying account owns it. Skips a name that is taken, because the
 * registry accepts each name only once.
 */
export async function registerOrganization(
  deployer: Deployer,
  step: string,
  release: ArcRelease,
  base: BaseResult,
  organization: Organization,
): Promise<void> {
  const registry = at(release, "DAORegistry", base.DAORegistry);
  const code = await deployer.code(registry.address);
  if (code !== "0x" && !isCodeOf(registry.artifact, code)) {
    leftOut(deployer, `the code of the registry ${registry.address} is not Arc's`);
    return;
  }
  const [[owner], [taken]] = await Promise.all([
    deployer.read(registry, "owner"),
    deployer.read(registry, "isRegister", [organization.name]),
  ]);
  const avatar = organization.avatar.address;
  if (taken === true || owner !== deployer.account) {
    if (await isRegistered(deployer, registry, avatar)) return;
    const reason =
      owner === deployer.account
        ? `its name ${JSON.stringify(organization.name)} is already registered`
        : `the registry ${registry.address} belongs to ${String(owner)}`;
    leftOut(deployer, reason);
    return;
  }
  await deployer.send(`${step}/registry/propose`, registry, "propose", [avatar]);
  await deployer.send(`${step}/registry/register`, registry, "register", [
    avatar,
    organization.name,
  ]);
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
  return decodeEvents(registry, "Register", logs).some(({ values }) => values._avatar === avatar);
}
