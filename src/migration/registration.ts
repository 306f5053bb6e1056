import { argumentsByName, functionEntry } from "../arc/abi.js";
import type { ArcRelease } from "../arc/artifact.js";
import { MigrationError } from "../support/errors.js";
import type { BaseResult, SchemeResult } from "../result/result.js";
import type { Contract, Deployer } from "./deployer.js";
import { at, type Organization } from "./organization.js";

const NO_PERMISSIONS = "0x00000000";

/** What the predecessor writes as the DAO's metadata, in releases that keep one. */
const META_DATA = "metaData";

/** Registers all schemes at once through DaoCreator, which gives up its own permissions with that. */
export async function setSchemes(
  deployer: Deployer,
  step: string,
  release: ArcRelease,
  base: BaseResult,
  organization: Organization,
  schemes: readonly SchemeResult[],
): Promise<void> {
  const daoCreator = at(release, "DaoCreator", base.DaoCreator);
  const args = argumentsByName(functionEntry(daoCreator.artifact, "setSchemes"), {
    _avatar: organization.avatar.address,
    _schemes: schemes.map(({ address }) => address),
    _params: schemes.map(({ paramsHash }) => paramsHash),
    _permissions: schemes.map(({ permissions }) => permissions),
    _metaData: META_DATA,
  });
  await deployer.send(`${step}/setSchemes`, daoCreator, "setSchemes", args);
}

/** Registers scheme by scheme, as the deploying account may while it is itself a scheme. */
export async function registerSchemes(
  deployer: Deployer,
  step: string,
  organization: Organization,
  schemes: readonly SchemeResult[],
): Promise<void> {
  const { avatar, controller } = organization;
  for (const [index, scheme] of schemes.entries()) {
    await deployer.send(
      `${step}/registerScheme/${index}-${scheme.name}`,
      controller,
      "registerScheme",
      [scheme.address, scheme.paramsHash, scheme.permissions, avatar.address],
    );
  }
}

/** Takes the deploying account's permissions away. Only the account itself can do it. */
export async function unregisterOwner(
  deployer: Deployer,
  step: string,
  { avatar, controller }: Organization,
): Promise<void> {
  await deployer.send(`${step}/unregisterOwner`, controller, "unregisterSelf", [avatar.address]);
}

/**
 * Looks at the chain after the last step: nobody holds permissions who should not, and the
 * controller owns avatar, token and reputation.
 * @param formerSchemes accounts that must not be schemes of the DAO any more, by name
 */
export async function checkOwnership(
  deployer: Deployer,
  { avatar, token, reputation, controller }: Organization,
  formerSchemes: Readonly<Record<string, string>>,
): Promise<void> {
  const contracts: Readonly<Record<string, Contract>> = { avatar, token, reputation };
  await Promise.all([
    ...Object.entries(formerSchemes).map(async ([name, address]) => {
      const args = [address, avatar.address];
      const [permissions] = await deployer.read(controller, "getSchemePermissions", args);
      if (permissions === NO_PERMISSIONS) return;
      throw new MigrationError(
        `${name} (${address}) still holds the permissions ${String(permissions)} in the DAO ` +
          `${avatar.address}, where it should hold none. Do not use this DAO.`,
      );
    }),
    ...Object.entries(contracts).map(async ([name, contract]) => {
      const [owner] = await deployer.read(contract, "owner");
      if (owner === controller.address) return;
      throw new MigrationError(
        `The ${name} ${contract.address} belongs to ${String(owner)}, not to the controller ` +
          `${controller.address}. Do not use this DAO.`,
      );
    }),
  ]);
}
