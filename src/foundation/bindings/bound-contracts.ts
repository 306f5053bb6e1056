import { UNIVERSAL_CONTRACTS } from "../arc/base-contracts.js";
import contracts from "./contracts.json" with { type: "json" };

const UNIVERSAL: readonly string[] = ["DAORegistry", ...UNIVERSAL_CONTRACTS];

/**
 * Contracts with bindings: those of a DAO, and those that its tests call. No libraries, interfaces and
 * Arc's own mocks, because every binding adds to the size of the package.
 */
export const BOUND_CONTRACTS: readonly string[] = [
  ...new Set([...UNIVERSAL, ...contracts.ofOneDao]),
].sort();

/**
 * Contracts with an ABI and no bindings: what a DAO can have as custom schemes and stand-alone contracts, and
 * few have. An ABI adds little to the size of the package.
 */
export const ABIS_ALONE: readonly string[] = contracts.abisAlone;

/**
 * Whether a factory contains the bytecode, so that it can deploy its contract. Every base has the
 * universal contracts: their factories only connect.
 */
export function isDeployable(contractName: string): boolean {
  return contracts.ofOneDao.includes(contractName) || !UNIVERSAL.includes(contractName);
}
