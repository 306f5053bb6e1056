import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { HardhatPlugin } from "hardhat/types/plugins";

import type { RpcClient } from "../chain/rpc-client.js";
import { withNativePart } from "../chain/native-part.js";
import { createOwnRuntime } from "../chain/own-runtime.js";
import { MigrationError } from "../support/errors.js";
import { isInstalled } from "../support/installed.js";
import { withListedKeys } from "./listed-keys.js";
import { TEST_CHAIN_BALANCE, TEST_CHAIN_KEYS, type TestChainNetwork } from "./options.js";

const NETWORK = "testChain";
const ETHERS = "@nomicfoundation/hardhat-ethers";

let plain: Promise<HardhatRuntimeEnvironment> | undefined;
let withEthers: Promise<HardhatRuntimeEnvironment> | undefined;

/**
 * Opens a new simulated chain without a Hardhat project. All chains of a process share one runtime, so every one after
 * the first opens within milliseconds.
 */
export async function openConnection(asked: TestChainNetwork): Promise<NetworkConnection> {
  const network = withListedKeys(asked);
  const { forking } = network;
  if (forking !== undefined && forking.enabled !== false && typeof forking.url === "string") {
    return await create(await forkEnvironment(forking.url, forking.blockNumber), network);
  }
  plain ??= createEnvironment([]);
  return await create(await plain, network);
}

/** Chains whose hardfork history EDR knows. */
const KNOWN_CHAINS = [1, 17_000, 560_048, 11_155_111];

/** @throws MigrationError if the node does not answer, or its chain has not reached the block */
async function forkEnvironment(
  url: string,
  blockNumber: number | bigint | undefined,
): Promise<HardhatRuntimeEnvironment> {
  const { RpcClient } = await import("../chain/rpc-client.js");
  const node = new RpcClient(url, { attempts: 2, timeout: 10_000 });
  const chainId = Number(await node.request({ method: "eth_chainId" }));
  if (blockNumber !== undefined) await requireBlock(node, blockNumber);
  const { ALWAYS_OF_ONE_HARDFORK } = await import("../chain/forkable-chains.js");
  return await createEnvironment([], {
    ...(!KNOWN_CHAINS.includes(chainId) && {
      chainDescriptors: { [chainId]: ALWAYS_OF_ONE_HARDFORK },
    }),
  });
}

async function requireBlock(node: RpcClient, wanted: number | bigint): Promise<void> {
  const head = Number(await node.request({ method: "eth_blockNumber" }));
  if (wanted <= head) return;
  throw new MigrationError(
    `The chain of ${node.place} ends at block ${head}, but the block to fork at is ${wanted}. ` +
      "Pass an existing block, or none for a recent one.",
  );
}

/** Like {@link openConnection}, for tests: with hardhat-ethers, and isolation between tests. */
export async function openTestConnection(network: TestChainNetwork): Promise<NetworkConnection> {
  if (!isInstalled(ETHERS, import.meta.url)) {
    throw new MigrationError(
      `TestChain needs ${ETHERS}, which is not installed: npm install --save-dev ${ETHERS}`,
    );
  }
  withEthers ??= Promise.all([
    import("@nomicfoundation/hardhat-ethers"),
    import("../connection/isolation-plugin.js"),
  ]).then((plugins) => createEnvironment(plugins.map((plugin) => plugin.default)));
  return await create(await withEthers, network);
}

async function create(
  runtime: HardhatRuntimeEnvironment,
  network: TestChainNetwork,
): Promise<NetworkConnection> {
  return await withNativePart(() =>
    runtime.network.create({
      network: NETWORK,
      // Without it, the chain starts at the time when the runtime was created.
      override: { initialDate: new Date(), ...network },
    }),
  );
}

async function createEnvironment(
  plugins: HardhatPlugin[],
  settings: Pick<HardhatUserConfig, "chainDescriptors"> = {},
): Promise<HardhatRuntimeEnvironment> {
  return await createOwnRuntime({
    ...settings,
    plugins,
    networks: {
      // Hardhat derives the keys of an override each time, but caches those of the network itself.
      [NETWORK]: {
        type: "edr-simulated",
        accounts: TEST_CHAIN_KEYS.map((privateKey) => ({
          privateKey,
          balance: TEST_CHAIN_BALANCE,
        })),
      },
    },
  });
}
