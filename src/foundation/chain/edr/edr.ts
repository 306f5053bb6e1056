import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/*
 * What this package uses of EDR, the native chain in Hardhat. Neither it nor Hardhat's own files are a stable
 * interface: everything that depends on them is in this folder, and test/foundation/chain/edr/ compares the answers
 * with those of Hardhat's provider.
 */

/** Versions of EDR (0.N) whose answers were compared. With any other, chains are opened by Hardhat's runtime. */
const COMPARED = [20];

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
  registerProviderFactory(chainType: string, factory: unknown): Promise<void>;
  createProvider(
    chainType: string,
    config: object,
    logger: object,
    subscriptions: { readonly subscriptionCallback: (event: EdrEvent) => void },
    decoder: unknown,
  ): Promise<EdrInstance>;
}

/** The native module. It also exports the name of each hardfork, such as `OSAKA`. */
interface EdrModule {
  readonly EdrContext: new () => EdrContext;
  readonly ContractDecoder: { withContracts(tracing: object): unknown };
  readonly MineOrdering: { readonly Fifo: unknown; readonly Priority: unknown };
  readonly GasEstimationMode: {
    readonly TopLevelSuccess: unknown;
    readonly NoInternalOutOfGas: unknown;
  };
  readonly GENERIC_CHAIN_TYPE: string;
  genericChainProviderFactory(): unknown;
  l1GenesisState(hardfork: number): EdrAccount[];
  l1HardforkFromString(name: string): number;
  l1HardforkLatest(): number;
}

/** EDR as the installed Hardhat has it. */
export interface Edr {
  readonly native: EdrModule;
  readonly context: EdrContext;
  readonly hardhatVersion: string;
  keccak256(bytes: Uint8Array): Uint8Array;
  /** Loads one of Hardhat's own files, at once: some callbacks of EDR cannot wait. */
  require(file: string): unknown;
  /** Loads one of Hardhat's own files. */
  import(file: string): Promise<unknown>;
}

interface Manifest {
  readonly version: string;
  /** Hardhat pins one version of EDR. */
  readonly dependencies: Readonly<Record<string, string>>;
}

let loading: Promise<Edr | undefined> | undefined;

/** Loads EDR from Hardhat's own dependencies; undefined if it is missing or its interface is unknown. */
export async function loadEdr(): Promise<Edr | undefined> {
  // One context for a process, as in Hardhat.
  loading ??= load(createRequire(import.meta.url).resolve("hardhat/package.json")).catch(
    () => undefined,
  );
  return await loading;
}

/** @param manifest the installed Hardhat's package.json */
export async function load(manifest: string): Promise<Edr | undefined> {
  const require = createRequire(manifest);
  const { version, dependencies } = require(manifest) as Manifest;
  const [, minor] = /^0\.(\d+)\.\d+$/.exec(dependencies["@nomicfoundation/edr"] ?? "") ?? [];
  if (!COMPARED.includes(Number(minor))) return undefined;
  const native = require("@nomicfoundation/edr") as EdrModule;
  const { keccak256 } = require("ethereum-cryptography/keccak") as Pick<Edr, "keccak256">;
  const context = new native.EdrContext();
  await context.registerProviderFactory(
    native.GENERIC_CHAIN_TYPE,
    native.genericChainProviderFactory(),
  );
  const inside = (file: string): string =>
    join(dirname(manifest), "dist/src/internal/builtin-plugins/network-manager", file);
  return {
    ...{ native, context, keccak256 },
    hardhatVersion: version,
    require: (file) => require(inside(file)) as unknown,
    import: async (file) => (await import(pathToFileURL(inside(file)).href)) as unknown,
  };
}
