import type { ArcRelease } from "../arc/artifact.js";
import type { Claims } from "../migration/reuse.js";
import { createdByOthers } from "../migration/reuse.js";
import type { ChainReader } from "../migration/deployer.js";
import type { BaseResult } from "../result/result.js";
import { knownDeployments } from "./known-base.js";

/** Names of the base contracts that neither this account deployed nor a known deployment of the network contains. */
export async function foreignContracts(
  reader: ChainReader,
  release: ArcRelease,
  base: BaseResult | Claims,
): Promise<string[]> {
  const known = await knownDeployments(reader.network.name, release.version);
  return await createdByOthers(reader, release, base, { ...known.base });
}

/** Describes the problem with them. */
export function foreignBase(names: readonly string[]): string {
  return (
    `Another account deployed ${names.join(", ")} of this base. The code is Arc's, but its constructor may also have ` +
    "stored values that cannot be read back."
  );
}
