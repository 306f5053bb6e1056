import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { HardhatPlugin } from "hardhat/types/plugins";

import { dirname } from "node:path";

import { packageFile } from "../package-file.js";
import { TEST_CHAIN_ACCOUNTS, type TestChainNetwork } from "./options.js";

const NETWORK = "testChain";

const environments = new Map<string, Promise<HardhatRuntimeEnvironment>>();

/**
 * A fresh simulated chain without a Hardhat project. All chains of a process share one runtime, so
 * that each but the first takes milliseconds.
 * @param plugin extends the connection, such as hardhat-ethers
 */
export async function openConnection(
  network: TestChainNetwork,
  plugin?: HardhatPlugin,
): Promise<NetworkConnection> {
  const { network: manager } = await environment(plugin);
  return await manager.create({
    network: NETWORK,
    // The runtime's own default is the time at which it was made.
    override: { initialDate: new Date(), ...network },
  });
}

async function environment(plugin?: HardhatPlugin): Promise<HardhatRuntimeEnvironment> {
  const key = plugin?.id ?? "";
  let made = environments.get(key);
  if (made === undefined) {
    made = createEnvironment(plugin);
    environments.set(key, made);
  }
  return await made;
}

async function createEnvironment(plugin?: HardhatPlugin): Promise<HardhatRuntimeEnvironment> {
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  return await createHardhatRuntimeEnvironment(
    {
      ...(plugin && { plugins: [plugin] }),
      networks: {
        // Hardhat keeps the keys of a network's own accounts, and derives those of an override anew.
        [NETWORK]: { type: "edr-simulated", accounts: TEST_CHAIN_ACCOUNTS },
      },
    },
    {},
    // Hardhat wants a package to be the root of; the current folder need not be in one.
    dirname(packageFile("package.json")),
  );
}
