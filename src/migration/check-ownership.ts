import { MigrationError } from "../support/errors.js";
import type { Contract, Deployer } from "./deployer.js";
import type { Organization } from "./organization.js";

const NO_PERMISSIONS = "0x00000000";

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
