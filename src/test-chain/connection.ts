import { createRequire } from "node:module";

import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

import { EdrProvider } from "../foundation/chain/edr/edr-provider.js";
import { createOwnRuntime } from "../foundation/chain/own-runtime.js";
import { withNativePart } from "../foundation/chain/native-part.js";
import { MigrationError } from "../foundation/support/errors.js";
import { isInstalled } from "../foundation/support/package.js";
import { installCommand } from "../foundation/support/peers.js";
import { listedAccounts } from "./accounts.js";
import type { ServedProvider, TestChainNetwork } from "./options.js";

const NETWORK = "testChain";
const ETHERS = "@nomicfoundation/hardhat-ethers";

let plain: Promise<HardhatRuntimeEnvironment> | undefined;
let withEthers: Promise<HardhatRuntimeEnvironment> | undefined;

/** Version of Hardhat that runs the chains. It determines the version of EDR. */
export function hardhatVersion(): string {
  const hardhat = createRequire(import.meta.url)("hardhat/package.json") as { version: string };
  return hardhat.version;
}

export interface OpenChain {
  readonly provider: ServedProvider;
  close(): Promise<void>;
}

/**
 * Opens a new simulated chain without a Hardhat project: through EDR itself if it can, because Hardhat's runtime takes
 * several times as long to load. All chains of a process share one runtime, so every one after the first opens within
 * milliseconds.
 * @param addresses of the accounts, if they are known: to compute each takes half a millisecond
 */
export async function openConnection(
  network: TestChainNetwork,
  addresses: readonly string[] = [],
): Promise<OpenChain> {
  const { accounts: asked, ...others } = network;
  const listed = listedAccounts(asked);
  const accounts = Array.isArray(listed)
    ? listed.map((account, index) => ({ ...account, address: addresses[index] }))
    : listed;
  const provider = await EdrProvider.open({ ...others, accounts });
  if (provider !== undefined) return { provider, close: async () => await provider.close() };
  return await openByHardhat(network);
}

/** Like {@link openConnection}, always through Hardhat's runtime. */
export async function openByHardhat(network: TestChainNetwork): Promise<NetworkConnection> {
  const { enabled = true, url, blockNumber } = network.forking ?? {};
  if (enabled && typeof url === "string") {
    return await create(await forkEnvironment(url, blockNumber), network);
  }
  return await create(await (plain ??= createEnvironment({})), network);
}

/** Chains whose hardfork history EDR knows. */
const KNOWN_CHAINS = [1, 17_000, 560_048, 11_155_111];

/** @throws MigrationError if the node does not answer, or its chain has not reached the block */
async function forkEnvironment(
  url: string,
  blockNumber: number | bigint = 0,
): Promise<HardhatRuntimeEnvironment> {
  const { RpcClient } = await import("../foundation/chain/rpc-client.js");
  const node = new RpcClient(url, { attempts: 2, timeout: 10_000 });
  const chainId = Number(await node.request({ method: "eth_chainId" }));
  const head = Number(await node.request({ method: "eth_blockNumber" }));
  if (blockNumber > head) {
    throw new MigrationError(
      `The chain of ${node.place} ends at block ${head}, but the block to fork at is ${blockNumber}. ` +
        "Pass an existing block, or none for a recent one.",
    );
  }
  if (KNOWN_CHAINS.includes(chainId)) return await createEnvironment({});
  const { ALWAYS_OF_ONE_HARDFORK } = await import("../foundation/chain/forkable-chains.js");
  return await createEnvironment({ chainDescriptors: { [chainId]: ALWAYS_OF_ONE_HARDFORK } });
}

/** Like {@link openConnection}, for tests: with hardhat-ethers, and isolation between tests. */
export async function openTestConnection(network: TestChainNetwork): Promise<NetworkConnection> {
  if (!isInstalled(ETHERS, import.meta.url)) {
    throw new MigrationError(
      `TestChain needs ${ETHERS}, which is not installed: ${installCommand()} ${ETHERS}`,
    );
  }
  withEthers ??= createTestEnvironment();
  return await create(await withEthers, network);
}

async function createTestEnvironment(): Promise<HardhatRuntimeEnvironment> {
  const [{ default: ethers }, { connectionHooks }] = await Promise.all([
    import("@nomicfoundation/hardhat-ethers"),
    import("../operations/connection/hooks.js"),
  ]);
  const runtime = await createEnvironment({ plugins: [ethers] });
  runtime.hooks.registerHandlers("network", connectionHooks());
  return runtime;
}

async function create(
  runtime: HardhatRuntimeEnvironment,
  { accounts, ...network }: TestChainNetwork,
): Promise<NetworkConnection> {
  return await withNativePart(() =>
    runtime.network.create({
      network: NETWORK,
      // Without it, the chain starts at the time when the runtime was created.
      override: {
        initialDate: new Date(),
        ...network,
        ...(accounts && { accounts: listedAccounts(accounts) }),
      },
    }),
  );
}

async function createEnvironment(config: HardhatUserConfig): Promise<HardhatRuntimeEnvironment> {
  return await createOwnRuntime({
    ...config,
    networks: {
      // Hardhat derives the addresses of an override each time, but caches those of the network itself.
      [NETWORK]: { type: "edr-simulated", accounts: listedAccounts() },
    },
  });
}
