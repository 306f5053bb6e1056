import { argumentsByName, functionEntry } from "../../foundation/arc/abi.js";
import type { ArcRelease } from "../../foundation/arc/artifact.js";
import type { BaseResult, SchemeResult } from "../../foundation/result/result.js";
import type { Deployer, SendOptions } from "./deployer.js";
import { at, type Organization } from "./organization.js";

/** The DAO's metadata that the predecessor writes, in releases that have a field for it. */
export const META_DATA = "metaData";

/** Registers all schemes at once through DaoCreator, which then unregisters itself. */
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
  await deployer.send(`${step}/setSchemes`, daoCreator, "setSchemes", args, { final: "schemes" });
}

/**
 * Registers scheme by scheme, which the deploying account may do as long as it is a scheme itself.
 * @param options none for a controller that does not control a DAO yet
 */
export async function registerSchemes(
  deployer: Deployer,
  step: string,
  { avatar, controller }: Pick<Organization, "avatar" | "controller">,
  schemes: readonly SchemeResult[],
  options: SendOptions = { final: "schemes" },
): Promise<void> {
  for (const [index, scheme] of schemes.entries()) {
    await deployer.send(
      `${step}/registerScheme/${index}-${scheme.name}`,
      controller,
      "registerScheme",
      [scheme.address, scheme.paramsHash, scheme.permissions, avatar.address],
      options,
    );
  }
}

/**
 * Revokes the deploying account's permissions. Only the account itself can do that.
 * @param options none for a controller that does not control a DAO yet
 */
export async function unregisterOwner(
  deployer: Deployer,
  step: string,
  { avatar, controller }: Pick<Organization, "avatar" | "controller">,
  options: SendOptions = { final: "goodbye" },
): Promise<void> {
  const args = [avatar.address];
  await deployer.send(`${step}/unregisterOwner`, controller, "unregisterSelf", args, options);
}
