import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { HardhatPlugin } from "hardhat/types/plugins";

import { dirname } from "node:path";

import { packageFile } from "../package-file.js";
import { TEST_CHAIN_BALANCE, TEST_CHAIN_KEYS, type TestChainNetwork } from "./options.js";

const NETWORK = "testChain";

let plain: Promise<HardhatRuntimeEnvironment> | undefined;
let withEthers: Promise<HardhatRuntimeEnvironment> | undefined;

/**
 * A fresh simulated chain without a Hardhat project. All chains of a process share one runtime, so
 * that each but the first takes milliseconds.
 */
export async function openConnection(network: TestChainNetwork): Promise<NetworkConnection> {
  plain ??= createEnvironment([]);
  return await create(await plain, network);
}

/** As {@link openConnection}, for tests: with hardhat-ethers, and isolated from test to test. */
export async function openTestConnection(network: TestChainNetwork): Promise<NetworkConnection> {
  withEthers ??= Promise.all([
    import("@nomicfoundation/hardhat-ethers"),
    import("./isolation-plugin.js"),
  ]).then((plugins) => createEnvironment(plugins.map((plugin) => plugin.default)));
  return await create(await withEthers, network);
}

async function create(
  { network: manager }: HardhatRuntimeEnvironment,
  network: TestChainNetwork,
): Promise<NetworkConnection> {
  return await manager.create({
    network: NETWORK,
    // The runtime's own default is the time at which it was made.
    override: { initialDate: new Date(), ...network },
  });
}

async function createEnvironment(plugins: HardhatPlugin[]): Promise<HardhatRuntimeEnvironment> {
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  return await createHardhatRuntimeEnvironment(
    {
      plugins,
      networks: {
        // Hardhat keeps the keys of a network's own accounts, and derives those of an override anew.
        [NETWORK]: {
          type: "edr-simulated",
          accounts: TEST_CHAIN_KEYS.map((privateKey) => ({
            privateKey,
            balance: TEST_CHAIN_BALANCE,
          })),
        },
      },
    },
    {},
    // Hardhat wants a package to be the root of; the current folder need not be in one.
    dirname(packageFile("package.json")),
  );
}
