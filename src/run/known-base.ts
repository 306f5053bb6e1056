import type { NetworkName } from "../chain/networks.js";
import type { Target } from "../chain/target.js";
import type { OnEvent } from "../execution/steps/event.js";
import { isDeployed } from "../migration/reuse.js";
import { releaseOfEntry, sectionsOf } from "../result/ledger.js";
import { legacyEntries } from "../result/legacy.js";
import type { BaseResult, ResultSections } from "../result/result.js";
import { noteMissingCode } from "./missing-code.js";

/** The predecessor's own results, by network. */
const DATA = {
  mainnet: () => import("../result/deployments/mainnet.json", { with: { type: "json" } }),
  rinkeby: () => import("../result/deployments/rinkeby.json", { with: { type: "json" } }),
  kovan: () => import("../result/deployments/kovan.json", { with: { type: "json" } }),
  sokol: () => import("../result/deployments/sokol.json", { with: { type: "json" } }),
  xdai: () => import("../result/deployments/xdai.json", { with: { type: "json" } }),
} as const;

/** What is known to be deployed on a live network, of one release: the predecessor's own results. */
export async function knownDeployments(
  network: NetworkName,
  arcVersion: string,
): Promise<ResultSections> {
  const data = await dataOf(network);
  if (data === undefined) return {};
  const entries = legacyEntries(data, "the known deployments", { network, arcVersion });
  const entry = entries.find((each) => releaseOfEntry(each) === arcVersion);
  return entry === undefined ? {} : sectionsOf(entry);
}

/** The known base of a release on a live network, where its contracts are deployed. */
export async function knownBase(
  target: Target,
  arcVersion: string,
  onEvent?: OnEvent,
): Promise<{ readonly base?: BaseResult }> {
  const { base } = await knownDeployments(target.chain.name, arcVersion);
  if (base === undefined) return {};
  const code = async (address: string) => await target.code(address);
  if (await isDeployed(code, base)) return { base };
  const where = `Of the known base of Arc ${arcVersion}, some contracts are`;
  await noteMissingCode(target, { base }, where, onEvent);
  return {};
}

async function dataOf(network: NetworkName): Promise<Record<string, unknown> | undefined> {
  return Object.hasOwn(DATA, network)
    ? (await DATA[network as keyof typeof DATA]()).default
    : undefined;
}
