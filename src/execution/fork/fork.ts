import { dirname } from "node:path";

import { getCreateAddress, toQuantity } from "ethers";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

import type { Eip1193Provider } from "../../chain/provider.js";
import type { RpcBlock } from "../../chain/rpc-types.js";
import { packageFile } from "../../support/package.js";
import { ForkGateway } from "./fork-gateway.js";
import { pinnedAt } from "./pinned-block.js";
import { cachingState } from "./state-cache.js";

/** The hardfork of the fork. Arc deploys on every one from Constantinople on. */
export const HARDFORK = "prague";

/** Contracts to come whose accounts are read together. */
const CONTRACTS_TOGETHER = 16;

/** An in-process fork of a chain at its latest block, and what it takes to close it. */
export class Fork {
  readonly provider: Eip1193Provider;
  /** Number of the block that it was forked at. */
  readonly block: number;
  readonly #gateway: ForkGateway;
  readonly #connection: NetworkConnection;

  /**
   * @param account the account that is going to create contracts on the fork
   * @throws where the target cannot be forked: it lacks a method, or its blocks are of a kind unknown
   */
  static async open(
    target: Eip1193Provider,
    chainId: number,
    block: RpcBlock,
    account: string,
  ): Promise<Fork> {
    let contracts: Contracts | undefined;
    const pinned = pinnedAt(target, chainId, block);
    const cached = cachingState(pinned, (address) => contracts?.around(address) ?? []);
    const gateway = await ForkGateway.open(cached);
    try {
      const params = [account, toQuantity(block.number)];
      const nonce = await cached.request({ method: "eth_getTransactionCount", params });
      contracts = new Contracts(account, Number(nonce));
      const { network } = await forkRuntime(chainId, gateway.url, Number(block.number));
      const connection = await network.create("fork");
      // Reads something through the fork, so that a target that cannot be forked shows it here.
      await connection.provider.request({
        method: "eth_getBalance",
        params: [account, "latest"],
      });
      return new Fork(gateway, connection, Number(block.number));
    } catch (error) {
      gateway.close();
      throw gateway.refusals[0] ?? error;
    }
  }

  private constructor(gateway: ForkGateway, connection: NetworkConnection, block: number) {
    this.#gateway = gateway;
    this.#connection = connection;
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
  }
}

/** The addresses of the contracts that an account creates, in order. */
class Contracts {
  readonly #account: string;
  readonly #nonce: number;
  readonly #addresses: string[] = [];

  constructor(account: string, nonce: number) {
    this.#account = account;
    this.#nonce = nonce;
  }

  /** The ones that are read together with one of them; none where the address is not one of them. */
  around(address: string): readonly string[] {
    const known = this.#addresses.indexOf(address);
    const index = known === -1 ? this.#find(address) : known;
    if (index === undefined) return [];
    const first = index - (index % CONTRACTS_TOGETHER);
    return Array.from({ length: CONTRACTS_TOGETHER }, (_, offset) => this.#at(first + offset));
  }

  /** An account that creates contracts calls some, too: not every address gets a contract. */
  #find(address: string): number | undefined {
    const end = this.#addresses.length + CONTRACTS_TOGETHER;
    for (let index = this.#addresses.length; index < end; index++) {
      if (this.#at(index) === address) return index;
    }
    return undefined;
  }

  #at(index: number): string {
    while (this.#addresses.length <= index) {
      const nonce = this.#nonce + this.#addresses.length;
      this.#addresses.push(getCreateAddress({ from: this.#account, nonce }).toLowerCase());
    }
    return this.#addresses[index] ?? "";
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
