import type { NetworkName } from "../chain/networks.js";
import type { Target } from "../chain/target.js";
import { legacySections } from "../result/legacy.js";
import type { BaseResult, ResultSections } from "../result/result.js";

/** Contracts without which a base is of no use: looked for before known addresses are believed. */
const NEEDED = ["DaoCreator", "GenesisProtocol", "ContributionReward", "SchemeRegistrar"] as const;

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
  return data === undefined
    ? {}
    : legacySections(data, "the known deployments", network, arcVersion);
}

/** The known base of a release on a live network, where its contracts are really there. */
export async function knownBase(
  target: Target,
  arcVersion: string,
): Promise<{ readonly base?: BaseResult }> {
  const { base } = await knownDeployments(target.chain.name, arcVersion);
  if (base === undefined) return {};
  for (const name of NEEDED) {
    if ((await target.code(base[name])) === "0x") return {};
  }
  return { base };
}

async function dataOf(network: NetworkName): Promise<Record<string, unknown> | undefined> {
  return Object.hasOwn(DATA, network)
    ? (await DATA[network as keyof typeof DATA]()).default
    : undefined;
}
