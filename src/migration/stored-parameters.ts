import { functionEntry } from "../arc/abi.js";
import { MigrationError } from "../support/errors.js";
import type { Contract, Deployer } from "./deployer.js";

/** What a universal contract keeps under a parameters hash, by name; all 0 where nothing was set. */
export async function readStoredParameters(
  deployer: Deployer,
  contract: Contract,
  hash: string,
): Promise<Readonly<Record<string, unknown>>> {
  const outputs = functionEntry(contract.artifact, "parameters").outputs ?? [];
  const values = await deployer.read(contract, "parameters", [hash]);
  return Object.fromEntries(outputs.map(({ name }, index) => [name, values[index]]));
}

/**
 * A hash stands for its parameters, in a contract that was constructed as Arc's are. One of another
 * constructor may keep an attacker's vote rules or voting machine under the hash of ours.
 * @param wanted what the hash stands for; names that the contract does not keep are passed over
 */
export function requireStored(
  { artifact: { contractName }, address }: Contract,
  hash: string,
  stored: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, string | bigint | undefined>>,
): void {
  for (const [name, found] of Object.entries(stored)) {
    const value = String(wanted[name] ?? found);
    // Hashes and addresses are the same in any case of their letters.
    if (value.toLowerCase() === String(found).toLowerCase()) continue;
    throw new MigrationError(
      `${contractName} ${address} stores parameters under the hash ${hash} that do not match it: ` +
        `${name} is ${String(found)}, not ${value}. Do not use this base; deploy your own.`,
    );
  }
}
