import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { madeOnce } from "../../support/once.js";

/*
 * What this package uses of EDR, the native chain in Hardhat. Neither it nor Hardhat's own files are a stable
 * interface: everything that depends on them is in this folder, and test/foundation/chain/edr/ compares the answers
 * with those of Hardhat's provider.
 */

/** Versions of EDR (0.N) whose answers were compared. With any other, chains are opened by Hardhat's runtime. */
const COMPARED = [20, 22];
/** The folder of Hardhat's files that `Edr.require` and `Edr.load` load. */
const NETWORKS = "builtin-plugins/network-manager";

export interface EdrAccount {
  readonly address: Uint8Array;
  readonly balance?: bigint;
  readonly code?: Uint8Array;
}

export interface EdrResponse {
  readonly data: unknown;
  stackTrace(): { readonly kind: string; readonly entries?: unknown } | null;
}

export interface EdrInstance {
  handleRequest(request: string): Promise<EdrResponse>;
}

export interface EdrEvent {
  readonly filterId: bigint;
  readonly result: unknown;
}

interface EdrContext {
  createProvider(
    chainType: string,
    config: object,
    logger: object,
    subscriptions: { readonly subscriptionCallback: (event: EdrEvent) => void },
    decoder: unknown,
  ): Promise<EdrInstance>;
}

interface EdrModule {
  readonly ContractDecoder: { withContracts(tracing: object): unknown };
  readonly MineOrdering: { readonly Fifo: unknown; readonly Priority: unknown };
  readonly GasEstimationMode: {
    readonly TopLevelSuccess: unknown;
    readonly NoInternalOutOfGas: unknown;
  };
  readonly GENERIC_CHAIN_TYPE: string;
  readonly keccak256: (bytes: Uint8Array) => Uint8Array;
  l1GenesisState(hardfork: number): EdrAccount[];
  l1HardforkFromString(name: string): number;
  l1HardforkLatest(): number;
}

/** EDR as the installed Hardhat has it. */
export interface Edr {
  readonly native: EdrModule;
  readonly context: EdrContext;
  readonly hardhatVersion: string;
  /** Loads one of Hardhat's own files, at once: some callbacks of EDR cannot wait. */
  require(file: string): unknown;
  load(file: string): Promise<unknown>;
}

let loading: Promise<Edr | undefined> | undefined;
let loaded: Edr | undefined;

/** Loads EDR from Hardhat's own dependencies; undefined if it is missing or its interface is unknown. */
export async function loadEdr(): Promise<Edr | undefined> {
  loading ??= load(createRequire(import.meta.url).resolve("hardhat/package.json")).catch(
    () => undefined,
  );
  return (loaded = await loading);
}

/** EDR if it was loaded before. */
export function loadedEdr(): Edr | undefined {
  return loaded;
}

/** @param manifest the installed Hardhat's package.json */
export async function load(manifest: string): Promise<Edr | undefined> {
  const require = createRequire(manifest);
  type Manifest = { readonly version: string; readonly dependencies: Record<string, string> };
  // Hardhat pins one version of EDR.
  const { version, dependencies } = require(manifest) as Manifest;
  const [, minor] = /^0\.(\d+)\.\d+$/.exec(dependencies["@nomicfoundation/edr"] ?? "") ?? [];
  if (!COMPARED.includes(Number(minor))) return undefined;
  const inside = (file: string): string => join(dirname(manifest), "dist/src/internal", file);
  const imported = async (file: string): Promise<unknown> =>
    await import(pathToFileURL(inside(file)).href);
  // Each failed call takes two of them.
  const files = new Map<string, Promise<unknown>>();
  // A process may have one context only, and Hardhat may use it, too.
  const { getGlobalEdrContext } = (await imported("edr/context.js")) as {
    getGlobalEdrContext: () => Promise<EdrContext>;
  };
  return {
    native: require("@nomicfoundation/edr") as EdrModule,
    context: await getGlobalEdrContext(),
    hardhatVersion: version,
    require: (file) => require(inside(join(NETWORKS, file))) as unknown,
    load: async (file) => await madeOnce(files, file, () => imported(join(NETWORKS, file))),
  };
}
