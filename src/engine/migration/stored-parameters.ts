import type { Readable } from "../../foundation/params/stored-vote-parameters.js";
import { MigrationError } from "../../foundation/support/errors.js";
import type { Contract, Deployer } from "./deployer.js";

export function readable(deployer: Deployer, contract: Contract): Readable {
  return {
    abi: { fragments: contract.artifact.abi },
    read: async (functionName, ...args) => await deployer.read(contract, functionName, args),
  };
}

/**
 * Checks what is stored under a hash. The hash identifies its parameters only in a contract that was created with Arc's
 * constructor. Another constructor may have stored an attacker's vote rules or voting machine under the same hash.
 * @param wanted the parameters of the hash; names that the contract does not store are skipped
 */
export function requireStored(
  { artifact: { contractName }, address }: Contract,
  hash: string,
  stored: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, string | bigint | undefined>>,
): void {
  for (const [name, found] of Object.entries(stored)) {
    const value = String(wanted[name] ?? found);
    // The case of hex letters does not matter.
    if (value.toLowerCase() === String(found).toLowerCase()) continue;
    throw new MigrationError(
      `${contractName} ${address} stores parameters under the hash ${hash} that do not match it: ` +
        `${name} is ${String(found)}, not ${value}. Do not use this base; deploy your own.`,
    );
  }
}
