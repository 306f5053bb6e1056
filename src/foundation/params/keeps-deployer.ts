import type { DaoParameters } from "./parameters.js";

/** Whether the deploying account keeps its permissions. Otherwise it gives them up, or DaoCreator never gives it any. */
export function keepsDeployer({
  useDaoCreator,
  unregisterOwner,
}: Pick<DaoParameters, "useDaoCreator" | "unregisterOwner">): boolean {
  return !useDaoCreator && !unregisterOwner;
}
