import { join } from "node:path";

import { toQuantity, ZeroAddress } from "ethers";
import type { HardhatUserConfig } from "hardhat/types/config";

import type { ForkedChain } from "../../../foundation/chain/edr/config.js";
import { EdrProvider } from "../../../foundation/chain/edr/edr-provider.js";
import { ALWAYS_OF_ONE_HARDFORK } from "../../../foundation/chain/forkable-chains.js";
import { withNativePart } from "../../../foundation/chain/native-part.js";
import { createOwnRuntime } from "../../../foundation/chain/own-runtime.js";
import { ask, type Eip1193Provider } from "../../../foundation/chain/provider.js";
import type { RpcBlock } from "../../../foundation/chain/rpc-types.js";
import { makeFastFolder, removeWorkFolder } from "../../../foundation/support/work-folder.js";
import { AccessHints } from "./access-hints.js";
import { FutureContracts } from "./future-contracts.js";
import { ForkGateway } from "./fork-gateway.js";
import { pinnedAt } from "./pinned-block.js";
import { areOldest, rulesOf } from "./rules.js";
import { cachingState } from "./state-cache.js";

export interface ForkSettings {
  /** The account that is going to create contracts on the fork. Their accounts are requested together. */
  readonly account?: string;
  /** Gas limit of a block. Default: Hardhat's. */
  readonly blockGasLimit?: bigint;
}

/** A call that a fork is going to make, with its data. */
export interface FutureCall {
  readonly from: string;
  readonly to: string;
  readonly data: string;
}

interface OpenFork {
  readonly provider: Eip1193Provider;
  close(): Promise<void>;
}

export class Fork {
  readonly provider: Eip1193Provider;
  readonly block: number;
  /** Whether the chain may lack opcodes that contracts need. */
  readonly hasOldestRules: boolean;
  readonly #gateway: ForkGateway;
  readonly #connection: OpenFork;
  readonly #folder: string;
  /** The chain, of which nothing is requested twice. */
  readonly #chain: Eip1193Provider;
  readonly #hints: AccessHints;
  readonly #readAhead = new Set<string>();
  readonly #pending = new Set<Promise<unknown>>();

  /** @throws if the target cannot be forked: it lacks a method, or its blocks have an unknown format */
  static async open(
    target: Eip1193Provider,
    chainId: number,
    block: RpcBlock,
    { account, blockGasLimit }: ForkSettings = {},
  ): Promise<Fork> {
    let contracts: FutureContracts | undefined;
    const pinned = pinnedAt(target, chainId, block);
    const cached = cachingState(pinned, (address) => contracts?.around(address) ?? []);
    const gateway = await ForkGateway.open(cached);
    const folder = await makeFastFolder("fork");
    try {
      if (account !== undefined) {
        const nonce = await ask(
          cached,
          "eth_getTransactionCount",
          account,
          toQuantity(block.number),
        );
        contracts = new FutureContracts(account, Number(nonce));
      }
      const hardfork = await rulesOf(target, block);
      const forking = { url: gateway.url, blockNumber: Number(block.number) };
      const network = { ...FORK, chainId, hardfork, blockGasLimit };
      const connection =
        (await openDirectly(network, { ...forking, cacheDir: join(folder, "edr") })) ??
        (await openByHardhat({ ...network, forking }, folder));
      // Reads something through the fork, so that a target that cannot be forked fails here.
      const caller = account ?? ZeroAddress;
      const ether = await ask(connection.provider, "eth_getBalance", caller, "latest");
      // An account that the chain does not have, EDR would look for in three files at every call.
      if (account === undefined) {
        await ask(connection.provider, "hardhat_setBalance", caller, ether);
      }
      // A fork's clock starts at the fork block and loses fractions of a second, so its first block would be no later than
      // the fork block, or even earlier. Setting the time of the next block would cancel a later move of the clock.
      await ask(connection.provider, "evm_increaseTime", 2);
      const number = Number(block.number);
      return new Fork(cached, gateway, connection, folder, number, areOldest(hardfork));
    } catch (error) {
      gateway.close();
      await removeWorkFolder(folder);
      throw gateway.refusals[0] ?? error;
    }
  }

  private constructor(
    chain: Eip1193Provider,
    gateway: ForkGateway,
    connection: OpenFork,
    folder: string,
    block: number,
    hasOldestRules: boolean,
  ) {
    this.#chain = chain;
    this.#hints = new AccessHints(chain, block);
    this.#gateway = gateway;
    this.#connection = connection;
    this.#folder = folder;
    this.provider = { request: async (asked) => await this.#request(asked) };
    this.block = block;
    this.hasOldestRules = hasOldestRules;
  }

  /**
   * Requests what calls are going to read of the chain, all together: the fork requests one value after the other. What the
   * node does not say or answer is requested when the fork gets there.
   */
  async readAhead(calls: readonly FutureCall[]): Promise<void> {
    const block = toQuantity(this.block);
    const load = async (method: string, ...params: string[]): Promise<void> => {
      await this.#chain.request({ method, params: [...params, block] }).catch(() => {});
    };
    await Promise.all(
      calls.map(async (call) => {
        const key = Object.values(call).join(" ");
        if (this.#readAhead.has(key)) return;
        this.#readAhead.add(key);
        const hints = this.#hints.of(call);
        await load("eth_getBalance", call.from.toLowerCase());
        await Promise.all(
          (await hints).flatMap(({ address, slots }) =>
            slots.map((each) => load("eth_getStorageAt", address.toLowerCase(), toQuantity(each))),
          ),
        );
      }),
    );
  }

  /** The node's error that caused an error, which has its text. */
  causeOf(error: unknown): Error | undefined {
    if (!(error instanceof Error)) return undefined;
    const found = this.#gateway.refusals.find(({ message }) => error.message.includes(message));
    return found ?? this.causeOf(error.cause);
  }

  async #request(asked: { method: string; params?: unknown[] }): Promise<unknown> {
    const answer = this.#connection.provider.request(asked);
    this.#pending.add(answer);
    try {
      return await answer;
    } catch (error) {
      throw this.causeOf(error) ?? error;
    } finally {
      this.#pending.delete(answer);
    }
  }

  async close(): Promise<void> {
    this.#gateway.refuse();
    await Promise.allSettled(this.#pending);
    await this.#connection.close();
    this.#gateway.close();
    await removeWorkFolder(this.#folder);
  }
}

type Network = typeof FORK & {
  readonly chainId: number;
  readonly hardfork: string;
  readonly blockGasLimit: bigint | undefined;
};

const FORK = {
  accounts: [],
  // Otherwise the fork's clock would run ahead of the target's by the duration of the rehearsal.
  allowBlocksWithSameTimestamp: true,
};

async function openDirectly(network: Network, forked: ForkedChain): Promise<OpenFork | undefined> {
  const provider = await EdrProvider.open(network, forked);
  return provider && { provider, close: async () => await provider.close() };
}

/**
 * @param folder where EDR caches what it reads, one value per file. It is temporary: the gateway has another port each
 * time, so the cache would never be used again.
 */
async function openByHardhat(
  { chainId, ...network }: Network & { readonly forking: object },
  folder: string,
): Promise<OpenFork> {
  const hardforkHistory = { [network.hardfork]: { blockNumber: 0 } };
  const config = {
    chainDescriptors: { [chainId]: { ...ALWAYS_OF_ONE_HARDFORK, hardforkHistory } },
    networks: { fork: { type: "edr-simulated", chainId, ...network } },
  } as HardhatUserConfig;
  const runtime = await createOwnRuntime(config, folder);
  return await withNativePart(() => runtime.network.create("fork"));
}
