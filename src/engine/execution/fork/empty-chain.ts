import type { EdrNetworkUserConfig } from "hardhat/types/config";

import { HARDFORK } from "../../../foundation/chain/forkable-chains.js";
import { withNativePart } from "../../../foundation/chain/native-part.js";
import { createOwnRuntime } from "../../../foundation/chain/own-runtime.js";

/** Opens an empty chain to try a migration on if its own chain cannot be forked. */
export async function openEmptyChain(chainId: number) {
  const empty: EdrNetworkUserConfig = {
    type: "edr-simulated",
    chainId,
    hardfork: HARDFORK,
    accounts: [],
    blockGasLimit: 1_000_000_000,
  };
  const runtime = await createOwnRuntime({ networks: { empty } });
  const connection = await withNativePart(() => runtime.network.create("empty"));
  const close = async () => await connection.close();
  return { provider: connection.provider, block: 0, close };
}
