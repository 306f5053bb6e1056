import type { AbiEntry } from "../../arc/artifact.js";
import type { ContractDescription } from "../../inspect/description.js";
import { abiOf } from "../../inspect/reading/identify.js";
import type { Contract } from "../../migration/deployer.js";

/** An Arc contract in the form that a deployer needs; undefined for all others. */
export function knownContract(described: ContractDescription): Contract | undefined {
  const abi = abiOf(described);
  if (abi === undefined) return undefined;
  const entries = JSON.parse(abi.formatJson()) as readonly AbiEntry[];
  const { name: contractName = "", address } = described;
  const code = { bytecode: "0x", deployedBytecode: "0x" };
  return { artifact: { contractName, abi: entries, ...code }, address };
}
