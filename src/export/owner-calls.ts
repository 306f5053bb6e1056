import { ZeroAddress } from "ethers";

import type { Read } from "../inspect/description.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import type { MigrationParameters } from "../params/file/migration-parameters.js";
import type { Addresses } from "./addresses.js";
import { Inexpressible } from "./arguments.js";

type RunFunctions = NonNullable<MigrationParameters["StandAloneContracts"]>[number]["runFunctions"];

/** Calls by the deploying account, which owns what it deploys, that transfer a contract to its owner on the chain. */
export function ownerCalls(
  owner: Read<string> | undefined,
  addresses: Addresses,
): { readonly runFunctions?: NonNullable<RunFunctions> } {
  if (owner === undefined) return {};
  if (isNotRead(owner)) throw new Inexpressible(`its owner could not be read: ${owner.notRead}`);
  if (owner === ZeroAddress) return { runFunctions: [{ functionName: "renounceOwnership" }] };
  const argument = addresses.argument(owner);
  if (argument === undefined) {
    throw new Inexpressible(`it belongs to ${owner}, for which a migration creates a new contract`);
  }
  return { runFunctions: [{ functionName: "transferOwnership", params: [argument] }] };
}
