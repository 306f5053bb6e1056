import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import { findCreation } from "../../engine/inspect/storage/creation.js";
import type { Verification } from "./verification.js";

/**
 * Adds to verified contracts of Arc whether their own constructors created them. One that was created by other code is
 * not verified.
 * @param recorded hash of the transaction that created it, as the result file says
 */
export async function withCreation(
  contract: Verification,
  provider: Eip1193Provider,
  recorded?: string,
): Promise<Verification> {
  const { verified, source, proxy, arcVersion, name, address } = contract;
  if (!verified || source === undefined || proxy !== undefined || arcVersion === undefined)
    return contract;
  const found = await findCreation(address, [source.bytecode], provider, recorded);
  const { transaction, code } = found;
  if (code !== "other") return { ...contract, creation: code };
  const note =
    `It has the code of ${name}, but other code created it in transaction ${transaction}, which may have written ` +
    "anything into its storage. Do not trust it until somebody has read that code.";
  return { ...contract, creation: code, verified: false, note };
}
