import type { Interface } from "ethers";

import type { Eip1193Provider } from "../chain/provider.js";
import type { Inspection } from "../inspect/description.js";
import { inspectDao, type InspectOptions } from "../inspect/inspect-dao.js";
import { givenAbis } from "../inspect/proposals/calls.js";
import { ForkedChain } from "./chain/forked-chain.js";
import { askingOnce } from "./chain/seam.js";

/** A DAO on a fork of its chain, where any number of proposals are tried one after the other. */
export interface Session {
  readonly chain: ForkedChain;
  /** At the block that was forked. */
  readonly inspection: Inspection;
  readonly abis: ReadonlyMap<string, Interface>;
  /** Reads the DAO as it is on the fork now. */
  readonly inspectNow: () => Promise<Inspection>;
}

/**
 * Reads a DAO and forks its chain at the block of the reading.
 * @throws as inspectDao; MigrationError where the chain cannot be forked
 */
export async function openSession(
  provider: Eip1193Provider,
  avatar: string,
  options: InspectOptions = {},
): Promise<Session> {
  const { onProgress = () => {}, abis = {} } = options;
  const once = askingOnce(provider);
  const inspection = await inspectDao(once, avatar, options);
  onProgress("Forking the chain");
  const chain = await ForkedChain.open(once, inspection.block.number);
  return {
    chain,
    inspection,
    abis: givenAbis(abis),
    inspectNow: async () => {
      const block = await chain.head();
      return await inspectDao(chain.provider, avatar, { ...options, onProgress: undefined, block });
    },
  };
}
