import { toQuantity, ZeroAddress } from "ethers";

import { Fork } from "../../src/engine/execution/fork/fork.js";
import type { Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { BLOCK_GAS_LIMIT, type Block } from "./model-chain.js";
import { logsOf } from "./model-node.js";
import { running, type Process } from "./time.js";
import type { World, WorldState } from "./world.js";

/** A process whose forks are of a model chain. */
export interface ForkingProcess extends Process {
  readonly life: Process["life"] & {
    readonly world: World;
    blockOf(hash: string): Block;
  };
}

interface Call {
  readonly from: string;
  readonly to?: string;
  readonly data: string;
}

/** A fork of a model chain: executes in the same world, so a rehearsed step costs nothing when it is sent. */
class ModelFork implements Omit<Fork, "hasOldestRules"> {
  readonly provider: Eip1193Provider;
  readonly block: number;
  /** What goes wrong in this world is not the node's doing. */
  readonly causeOf = () => undefined;
  readonly #process: ForkingProcess;
  readonly #from: Block;
  #state: WorldState;
  #count = 0;

  constructor(process: ForkingProcess, from: Block) {
    this.#process = process;
    this.#from = from;
    this.#state = from.state;
    this.block = from.number;
    const { time } = process.life;
    this.provider = {
      request: async ({ method, params = [] }) => await time.hold(this.#answer(method, params)),
    };
  }

  async readAhead(): Promise<void> {}

  async close(): Promise<void> {}

  async #answer(method: string, params: readonly unknown[]): Promise<unknown> {
    const { world } = this.#process.life;
    if (method === "eth_sendTransaction") return await this.#send(params[0] as Call);
    if (method === "eth_getTransactionReceipt") return this.#receipt();
    if (method === "eth_getBlockByNumber") {
      const count = params[0] === "latest" ? this.#count : 0;
      const timestamp = toQuantity(this.#from.timestamp + 2 + count);
      return {
        number: toQuantity(this.block + count),
        timestamp,
        gasLimit: toQuantity(BLOCK_GAS_LIMIT),
      };
    }
    if (method === "eth_blockNumber") return toQuantity(this.block + this.#count);
    if (method === "eth_getTransactionCount")
      return toQuantity(this.#state.nonceOf(String(params[0]).toLowerCase()));
    if (method === "eth_getBalance") return toQuantity(10n ** 27n);
    if (method === "eth_getLogs") return logsOf(this.#from, params[0] as object);
    if (method === "eth_call") return await world.ask(this.#state, method, [params[0]]);
    if (method === "eth_getCode")
      return await world.ask(this.#state, method, [String(params[0]).toLowerCase()]);
    if (method === "eth_getStorageAt")
      return await world.ask(this.#state, method, [String(params[0]).toLowerCase(), params[1]]);
    if (/^(hardhat|evm)_/.test(method)) return null;
    throw new Error(`The model's forks do not know ${method}.`);
  }

  async #send({ from, to, data }: Call): Promise<string> {
    const operation = { from: from.toLowerCase(), to: to?.toLowerCase(), data };
    this.#state = await this.#process.life.world.after(this.#state, operation);
    this.#count++;
    if (!this.#state.effect.ok) throw new Error("Transaction reverted");
    return this.#hash;
  }

  get #hash(): string {
    return toQuantity(this.#count).padEnd(66, "f");
  }

  #receipt() {
    const { gasUsed, logs, contractAddress } = this.#state.effect;
    const blockNumber = toQuantity(this.block + this.#count);
    return {
      transactionHash: this.#hash,
      status: "0x1",
      blockNumber,
      gasUsed: toQuantity(gasUsed),
      logs,
      contractAddress,
    };
  }
}

/** Lets the processes of lives rehearse on forks of their chain. */
export function fakeForks(): () => void {
  const open = Reflect.get<typeof Fork, "open">(Fork, "open");
  Fork.open = async (target, chainId, block, settings) => {
    const process = running.getStore() as ForkingProcess | undefined;
    if (process === undefined) return await open.call(Fork, target, chainId, block, settings);
    // A fork reads through the same node, and fails with it.
    const params = [settings?.account ?? ZeroAddress, block.number];
    await target.request({ method: "eth_getBalance", params });
    const { hash } = block as unknown as { readonly hash: string };
    return new ModelFork(process, process.life.blockOf(hash)) as unknown as Fork;
  };
  return () => {
    Fork.open = open;
  };
}
