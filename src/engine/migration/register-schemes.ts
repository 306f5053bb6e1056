import { argumentsByName, functionEntry } from "../../foundation/arc/abi.js";
import type { SchemeResult } from "../../foundation/result/result.js";
import type { SendOptions } from "./deployer.js";
import { ofBase, type Materials } from "./materials.js";
import type { Organization } from "./organization.js";

/** The DAO's metadata that the predecessor writes, in releases that have a field for it. */
export const META_DATA = "metaData";

type Site = Pick<Materials, "deployer" | "step">;
type Controlled = Pick<Organization, "avatar" | "controller">;

/** Registers all schemes at once through DaoCreator, which then unregisters itself. */
export async function setSchemes(
  materials: Materials,
  { avatar }: Organization,
  schemes: readonly SchemeResult[],
): Promise<void> {
  const { deployer, step } = materials;
  const daoCreator = ofBase(materials, "DaoCreator");
  const args = argumentsByName(functionEntry(daoCreator.artifact, "setSchemes"), {
    _avatar: avatar.address,
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
  { deployer, step }: Site,
  { avatar, controller }: Controlled,
  schemes: readonly SchemeResult[],
  options: SendOptions = { final: "schemes" },
): Promise<void> {
  for (const [index, { name, address, paramsHash, permissions }] of schemes.entries()) {
    const id = `${step}/registerScheme/${index}-${name}`;
    const args = [address, paramsHash, permissions, avatar.address];
    await deployer.send(id, controller, "registerScheme", args, options);
  }
}

/**
 * Revokes the deploying account's permissions. Only the account itself can do that.
 * @param options none for a controller that does not control a DAO yet
 */
export async function unregisterOwner(
  { deployer, step }: Site,
  { avatar, controller }: Controlled,
  options: SendOptions = { final: "goodbye" },
): Promise<void> {
  const args = [avatar.address];
  await deployer.send(`${step}/unregisterOwner`, controller, "unregisterSelf", args, options);
}
