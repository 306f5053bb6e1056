import { dirname } from "node:path";

import { ZeroAddress } from "ethers";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

import type { Eip1193Provider } from "../../chain/provider.js";
import type { RpcBlock } from "../../chain/rpc-types.js";
import { packageFile } from "../../support/package.js";
import { ForkGateway } from "./fork-gateway.js";
import { cachingState } from "./state-cache.js";

/** The hardfork of the fork. Arc deploys on every one from Constantinople on. */
const HARDFORK = "prague";

/** An in-process fork of a chain at its latest block, and what it takes to close it. */
export class Fork {
  readonly provider: Eip1193Provider;
  /** Number of the block that it was forked at. */
  readonly block: number;
  readonly #gateway: ForkGateway;
  readonly #connection: NetworkConnection;

  /** @throws where the target cannot be forked: it lacks a method, or its blocks are of a kind unknown. */
  static async open(target: Eip1193Provider, chainId: number, block: RpcBlock): Promise<Fork> {
    const gateway = await ForkGateway.open(cachingState(target));
    try {
      const { network } = await forkRuntime(chainId, gateway.url, Number(block.number));
      const connection = await network.create("fork");
      // Reads something through the fork, so that a target that cannot be forked shows it here.
      await connection.provider.request({
        method: "eth_getBalance",
        params: [block.miner ?? ZeroAddress, "latest"],
      });
      return new Fork(gateway, connection, Number(block.number));
    } catch (error) {
      gateway.close();
      throw gateway.refusal ?? error;
    }
  }

  private constructor(gateway: ForkGateway, connection: NetworkConnection, block: number) {
    this.#gateway = gateway;
    this.#connection = connection;
    this.provider = connection.provider;
    this.block = block;
  }

  /** The first request that the target refused, if any. */
  get refusal(): Error | undefined {
    return this.#gateway.refusal;
  }

  async close(): Promise<void> {
    await this.#connection.close();
    this.#gateway.close();
  }
}

async function forkRuntime(
  chainId: number,
  url: string,
  blockNumber: number,
): Promise<HardhatRuntimeEnvironment> {
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  const config = {
    chainDescriptors: {
      [chainId]: { name: "target", hardforkHistory: { [HARDFORK]: { blockNumber: 0 } } },
    },
    networks: {
      fork: {
        type: "edr-simulated",
        chainId,
        hardfork: HARDFORK,
        forking: { url, blockNumber },
        accounts: [],
        // The fork's own clock would run ahead of the target's by the time that a rehearsal takes.
        allowBlocksWithSameTimestamp: true,
      },
    },
  } satisfies HardhatUserConfig;
  // Hardhat wants a package to be the root of; the current folder need not be in one.
  return await createHardhatRuntimeEnvironment(config, {}, dirname(packageFile("package.json")));
}
