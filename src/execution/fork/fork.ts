import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { toQuantity, ZeroAddress } from "ethers";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

import type { Eip1193Provider } from "../../chain/provider.js";
import type { RpcBlock } from "../../chain/rpc-types.js";
import { packageFile } from "../../support/package.js";
import { ContractsToCome } from "./contracts-to-come.js";
import { ForkGateway } from "./fork-gateway.js";
import { pinnedAt } from "./pinned-block.js";
import { cachingState } from "./state-cache.js";

/** The hardfork of the fork. Arc deploys on every one from Constantinople on. */
export const HARDFORK = "prague";

/** Lets EDR fork a chain whose history it does not know: it is told that there never was another hardfork. */
export const ALWAYS_OF_ONE_HARDFORK = {
  name: "forked chain",
  // EDR overlooks the history of what Hardhat knows as another type of chain, such as Optimism.
  chainType: "generic",
  hardforkHistory: { [HARDFORK]: { blockNumber: 0 } },
} as const;

/** What a fork does other than its chain. */
export interface ForkSettings {
  /** The account that is going to create contracts on the fork: what is read of one is soon read of the next. */
  readonly account?: string | undefined;
  /** Gas of a block. Default: Hardhat's. */
  readonly blockGasLimit?: bigint | undefined;
}

/** An in-process fork of a chain at one of its blocks, and what it takes to close it. */
export class Fork {
  readonly provider: Eip1193Provider;
  /** Number of the block that it was forked at. */
  readonly block: number;
  readonly #gateway: ForkGateway;
  readonly #connection: NetworkConnection;
  readonly #cache: string;

  /** @throws where the target cannot be forked: it lacks a method, or its blocks are of a kind unknown */
  static async open(
    target: Eip1193Provider,
    chainId: number,
    block: RpcBlock,
    { account, blockGasLimit }: ForkSettings = {},
  ): Promise<Fork> {
    let contracts: ContractsToCome | undefined;
    const pinned = pinnedAt(target, chainId, block);
    const cached = cachingState(pinned, (address) => contracts?.around(address) ?? []);
    const gateway = await ForkGateway.open(cached);
    const cache = await mkdtemp(join(tmpdir(), "dao-rehearsal-"));
    try {
      if (account !== undefined) {
        const params = [account, toQuantity(block.number)];
        const nonce = await cached.request({ method: "eth_getTransactionCount", params });
        contracts = new ContractsToCome(account, Number(nonce));
      }
      const { network } = await forkRuntime(chainId, cache, {
        forking: { url: gateway.url, blockNumber: Number(block.number) },
        blockGasLimit,
      });
      const connection = await network.create("fork");
      // Reads something through the fork, so that a target that cannot be forked shows it here.
      await connection.provider.request({
        method: "eth_getBalance",
        params: [account ?? ZeroAddress, "latest"],
      });
      return new Fork(gateway, connection, cache, Number(block.number));
    } catch (error) {
      gateway.close();
      await removeFolder(cache);
      throw gateway.refusals[0] ?? error;
    }
  }

  private constructor(
    gateway: ForkGateway,
    connection: NetworkConnection,
    cache: string,
    block: number,
  ) {
    this.#gateway = gateway;
    this.#connection = connection;
    this.#cache = cache;
    this.provider = connection.provider;
    this.block = block;
  }

  /** What the target refused and failed at, in order. */
  get refusals(): readonly Error[] {
    return this.#gateway.refusals;
  }

  async close(): Promise<void> {
    await this.#connection.close();
    this.#gateway.close();
    await removeFolder(this.#cache);
  }
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * @param cache where EDR keeps what it reads. Its default is in the folder of this package, which belongs to
 * somebody else where the package is installed for all users or in an image; and as the gateway has another
 * port each time, nothing there would ever be found again.
 */
async function forkRuntime(
  chainId: number,
  cache: string,
  {
    forking,
    blockGasLimit,
  }: Pick<ForkSettings, "blockGasLimit"> & {
    readonly forking: { readonly url: string; readonly blockNumber: number };
  },
): Promise<HardhatRuntimeEnvironment> {
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  const config = {
    paths: { cache },
    chainDescriptors: {
      [chainId]: ALWAYS_OF_ONE_HARDFORK,
    },
    networks: {
      fork: {
        type: "edr-simulated",
        chainId,
        hardfork: HARDFORK,
        forking,
        ...(blockGasLimit !== undefined && { blockGasLimit }),
        accounts: [],
        // The fork's own clock would run ahead of the target's by the time that a rehearsal takes.
        allowBlocksWithSameTimestamp: true,
      },
    },
  } satisfies HardhatUserConfig;
  // Hardhat wants a package to be the root of; the current folder need not be in one.
  return await createHardhatRuntimeEnvironment(config, {}, dirname(packageFile("package.json")));
}
