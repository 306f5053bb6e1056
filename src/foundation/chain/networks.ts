import { readFileSync } from "node:fs";

/** Public chains: ID, name, currency and explorer, as viem lists them; written by scripts/write-chains.ts. */
const CHAINS = new URL("./chains.json", import.meta.url);

/**
 * A network's name, which is the name of its section in parameters and results. A development chain is `private`. A
 * public chain has the name that viem gives it, or its chain ID if viem does not list it. The predecessor's names
 * remain: `mainnet`, `rinkeby`, `kovan`, `sokol` and `xdai` (Gnosis).
 */
export type NetworkName =
  "mainnet" | "rinkeby" | "kovan" | "sokol" | "xdai" | "private" | (string & {});

export interface Network {
  readonly name: NetworkName;
  readonly chainId: number;
  /** URL of a block explorer, such as `https://etherscan.io`, without a slash at the end. */
  readonly explorer?: string;
  /** Address of the token that is staked on proposals; absent if the migration deploys one. */
  readonly stakingToken?: string;
  /** Address of the owner of DAORegistry and DAOTracker, if a user sets it. */
  readonly registryOwner?: string;
}

/** A project's settings for a network in its configuration (`dao.networks`, by chain ID). */
export interface NetworkSettings {
  /** Section in parameters and results, instead of the usual name. */
  readonly name?: string;
  /** URL of a block explorer. */
  readonly explorer?: string;
  /** Address of the token that is staked on proposals, or `deploy`. */
  readonly stakingToken?: string;
  /** Address of the future owner of DAORegistry and DAOTracker. */
  readonly registryOwner?: string;
}

interface KnownNetwork {
  readonly chainId: number;
  readonly currency: string;
  /** The owner of the predecessor's DAORegistry and DAOTracker on it: DAOstack's account. */
  readonly registryOwner: string;
}

const DAOSTACK = "0x73Db6408abbea97C5DB8A2234C4027C315094936";

/** The predecessor's networks, by the names that it gave them. */
const PREDECESSORS: Readonly<Record<string, KnownNetwork>> = {
  mainnet: {
    chainId: 1,
    currency: "ETH",
    registryOwner: "0x85e7FA550b534656D04d143b9A23A11E05077DA3",
  },
  rinkeby: { chainId: 4, currency: "ETH", registryOwner: DAOSTACK },
  kovan: { chainId: 42, currency: "ETH", registryOwner: DAOSTACK },
  sokol: { chainId: 77, currency: "SPOA", registryOwner: DAOSTACK },
  xdai: { chainId: 100, currency: "xDAI", registryOwner: DAOSTACK },
};

const ALIASES: Readonly<Record<string, string>> = { gnosis: "xdai", main: "mainnet" };

/** The staking token (GEN) of the predecessor's networks. It has the same address on each. */
export const LIVE_STAKING_TOKEN = "0x543Ff227F64Aa17eA132Bf9886cAb5DB55DCAddf";

export function networkOf(chainId: number): Network {
  const { name, explorer } = listedChains().byId.get(chainId) ?? {};
  const own = Object.keys(PREDECESSORS).find((name) => PREDECESSORS[name]?.chainId === chainId);
  // Rinkeby's and Kovan's IDs belong to other chains today, but both keep the predecessor's names.
  return {
    name: own ?? name ?? String(chainId),
    chainId,
    ...(explorer !== undefined && { explorer }),
  };
}

/** Whether viem lists a public chain with this ID. */
export function isKnownPublic(chainId: number): boolean {
  return networkOf(chainId).name !== String(chainId);
}

/**
 * The chain ID for a network's name.
 * @param name a name, an alias such as `gnosis`, or a chain ID as text
 * @returns 0 for `private`, which is not a particular chain; undefined for an unknown name
 */
export function chainIdOf(name: NetworkName): number | undefined {
  if (name === "private") return 0;
  if (isChainId(name)) return Number(name);
  const known = PREDECESSORS[networkNameOf(name)];
  return known?.chainId ?? listedChains().ids.get(name);
}

/** The main name for an alias or a chain ID: `xdai` for `gnosis` and `100`. */
export function networkNameOf(name: NetworkName): NetworkName {
  return isChainId(name) ? networkOf(Number(name)).name : (ALIASES[name] ?? name);
}

function isChainId(name: string): boolean {
  return /^[1-9]\d{0,14}$/.test(name);
}

/** All names of a network: the main one, aliases, chain ID. */
export function namesOf(network: NetworkName): readonly string[] {
  const others = Object.keys(ALIASES).filter((alias) => ALIASES[alias] === network);
  const chainId = chainIdOf(network);
  return [...new Set([network, ...others, ...(chainId ? [String(chainId)] : [])])];
}

/** GEN if the predecessor's network has one. The chain decides whether it is really there. */
export function knownStakingToken(network: Network): string | undefined {
  return PREDECESSORS[network.name] && LIVE_STAKING_TOKEN;
}

/**
 * The future owner of DAORegistry and DAOTracker: the one that the user sets, or DAOstack on the predecessor's
 * networks; undefined for the deploying account.
 */
export function registryOwner(network: Network): string | undefined {
  return network.registryOwner ?? PREDECESSORS[network.name]?.registryOwner;
}

export function currencyOf({ name, chainId }: Network): string {
  if (name === "private") return "ETH";
  const known = PREDECESSORS[name]?.currency;
  return known ?? listedChains().byId.get(chainId)?.currency ?? "ETH";
}

let listed: ReturnType<typeof indexChains> | undefined;

/** The list by chain ID and by name, because reading a file looks up each of its keys. */
function listedChains() {
  return (listed ??= indexChains());
}

function indexChains() {
  const chains = JSON.parse(readFileSync(CHAINS, "utf8")) as [number, string, string, string?][];
  return {
    byId: new Map(
      chains.map(([id, name, currency, explorer]) => [id, { name, currency, explorer }]),
    ),
    ids: new Map(chains.map(([id, name]) => [name, id])),
  };
}
