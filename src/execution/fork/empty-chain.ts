import type { EdrNetworkUserConfig } from "hardhat/types/config";

import { HARDFORK } from "../../chain/forkable-chains.js";
import { withNativePart } from "../../chain/native-part.js";
import { createOwnRuntime } from "../../chain/own-runtime.js";
import type { Eip1193Provider } from "../../chain/provider.js";

/** A chain in this process that holds nothing, and what it takes to close it. */
export interface EmptyChain {
  readonly provider: Eip1193Provider;
  readonly block: number;
  readonly close: () => Promise<void>;
}

/** Opens a chain on which a migration can be tried where its own chain cannot be forked. */
export async function openEmptyChain(chainId: number): Promise<EmptyChain> {
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
