import type { Interface } from "ethers";

import type { Eip1193Provider } from "../chain/provider.js";
import type { Inspection } from "../inspect/description.js";
import { inspectDao, type InspectOptions } from "../inspect/inspect-dao.js";
import { givenAbis } from "../inspect/proposals/calls.js";
import { isNotRead } from "../inspect/reading/attempt.js";
import { ForkedChain } from "./chain/forked-chain.js";
import { askingOnce } from "./chain/seam.js";
import type { Outcome } from "./simulation.js";

/** A DAO on a fork of its chain, where any number of proposals are tried one after the other. */
export interface Session {
  readonly chain: ForkedChain;
  /** At the block that was forked. */
  readonly inspection: Inspection;
  readonly abis: ReadonlyMap<string, Interface>;
  /**
   * Reads the DAO as it is on the fork now. Of the proposals that it had before, only one is read again: what
   * happens to one leaves the others' votes and requests as they were.
   * @param changed its id; none of them where it is left out
   */
  readonly inspectNow: (changed?: string) => Promise<Inspection>;
  /**
   * What becomes of proposals of the chain that are passed one after the other, by their ids: what is tried with
   * one need not be tried again with the other.
   */
  readonly outcomes: Map<string, Outcome>;
}

/**
 * Reads a DAO and forks its chain at the block of the reading.
 * @param inspected the DAO, where it was read before: the chain is forked at the block of that
 * @throws as inspectDao; MigrationError where the chain cannot be forked
 */
export async function openSession(
  provider: Eip1193Provider,
  avatar: string,
  options: InspectOptions = {},
  inspected?: Inspection,
): Promise<Session> {
  const { onProgress = () => {} } = options;
  const once = askingOnce(provider);
  const inspection = inspected ?? (await inspectDao(once, avatar, options));
  onProgress("Forking the chain");
  const chain = await ForkedChain.open(once, inspection.block.number);
  return sessionOn(chain, inspection, options);
}

/**
 * A session on a fork that is there.
 * @param inspection the DAO, at the fork's block or a later one of the fork
 */
export function sessionOn(
  chain: ForkedChain,
  inspection: Inspection,
  options: InspectOptions,
): Session {
  const { avatar, proposals } = inspection;
  return {
    chain,
    inspection,
    abis: givenAbis(options.abis ?? {}),
    outcomes: new Map(),
    inspectNow: async (changed) => {
      const block = await chain.head();
      const unchanged = isNotRead(proposals) ? [] : proposals.filter(({ id }) => id !== changed);
      const now = { ...options, onProgress: undefined, block };
      return await inspectDao(chain.provider, avatar.address, now, unchanged);
    },
  };
}
