import { permitsAll } from "../../../foundation/arc/permissions.js";
import type { SchemeDescription } from "../description.js";

/** Whether it is the account that deployed the DAO's controller, and so got permissions without a vote. */
export function isDeployer({ contract, history }: SchemeDescription): boolean {
  return contract.code === "account" && history[0]?.how === "controller";
}

/** The deploying account, if it kept all its permissions. */
export function deployerAmong(
  schemes: readonly SchemeDescription[],
): SchemeDescription | undefined {
  const able = schemes.filter(
    ({ contract, permissions }) => contract.code === "account" && permitsAll(permissions.bytes),
  );
  return able.find(isDeployer) ?? able[0];
}
