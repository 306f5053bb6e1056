import type { NetworkName } from "../chain/networks.js";
import { legacyEntries } from "./legacy.js";
import { releaseOfEntry, sectionsOf } from "./ledger.js";
import type { LedgerEntry, ResultSections } from "./result.js";

/** The predecessor's own results, by network. */
const DATA = {
  mainnet: () => import("./deployments/mainnet.json", { with: { type: "json" } }),
  rinkeby: () => import("./deployments/rinkeby.json", { with: { type: "json" } }),
  kovan: () => import("./deployments/kovan.json", { with: { type: "json" } }),
  sokol: () => import("./deployments/sokol.json", { with: { type: "json" } }),
  xdai: () => import("./deployments/xdai.json", { with: { type: "json" } }),
} as const;

/**
 * Known deployments on a live network: the predecessor's own results, one entry per release.
 * @param arcVersion release of sections that do not name theirs
 */
export async function knownEntries(
  network: NetworkName,
  arcVersion = "",
): Promise<readonly LedgerEntry[]> {
  if (!Object.hasOwn(DATA, network)) return [];
  const { default: data } = await DATA[network as keyof typeof DATA]();
  return legacyEntries(data, "the known deployments", { network, arcVersion });
}

export async function knownDeployments(
  network: NetworkName,
  arcVersion: string,
): Promise<ResultSections> {
  const entries = await knownEntries(network, arcVersion);
  return sectionsOf(entries.find((each) => releaseOfEntry(each) === arcVersion));
}
