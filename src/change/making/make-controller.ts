import { ZeroHash } from "ethers";

import type { ArcRelease } from "../../arc/artifact.js";
import { ALL_PERMISSIONS } from "../../arc/permissions.js";
import type { Deployer } from "../../migration/deployer.js";
import { at } from "../../migration/organization.js";
import { registerSchemes, unregisterOwner } from "../../migration/register-schemes.js";
import type { SchemeResult } from "../../result/result.js";
import type { Existing } from "../finding/find-existing.js";
import { hasExactly } from "../finding/new-controller.js";

/**
 * Deploys a controller of the file's release for the DAO and registers the file's schemes with it, unless it exists. At
 * the end, the deploying account gives up its permissions, so the DAO gets exactly what it votes on.
 * @returns its address; undefined if the DAO keeps its controller
 */
export async function makeController(
  deployer: Deployer,
  step: string,
  release: ArcRelease,
  existing: Existing,
  schemes: readonly SchemeResult[],
): Promise<string | undefined> {
  const { controller: change, keptDeployer, inspection } = existing;
  if (change.keeps) return undefined;
  const wanted = [...schemes, ...keptAccount(keptDeployer, release)];
  const made = change.made.find((each) => hasExactly(each, wanted));
  if (made !== undefined) return made.address;
  const avatar = at(release, "Avatar", inspection.avatar.address);
  const artifact = release.artifact("Controller");
  const controller = await deployer.deploy(`${step}/deploy`, artifact, [avatar.address]);
  const organization = { avatar, controller };
  await registerSchemes(deployer, step, organization, wanted);
  if (deployer.account !== keptDeployer) await unregisterOwner(deployer, step, organization);
  return controller.address;
}

/** The account that keeps all permissions according to the file. */
function keptAccount(
  address: string | undefined,
  { version: arcVersion }: ArcRelease,
): readonly SchemeResult[] {
  if (address === undefined) return [];
  const all = { permissions: ALL_PERMISSIONS, paramsHash: ZeroHash };
  return [{ name: "account", address, arcVersion, ...all }];
}
