import { getAddress, id, toBeHex } from "ethers";

import { bloomOf } from "../../../../src/foundation/chain/logs/bloom.js";
import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { openRpc, type Call, type OpenServer } from "../../../open-server.js";

export interface FakeLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly logIndex: string;
  readonly transactionHash: string;
}

interface Filter {
  readonly address?: string | readonly string[];
  readonly topics?: readonly (string | readonly string[] | null)[];
  readonly fromBlock: string;
  readonly toBlock: string;
}

export interface FakeOptions {
  /** The number of the latest block. */
  readonly head: number;
  readonly logs: readonly FakeLog[];
  /** The most blocks that it accepts in one request, and the error for more. */
  readonly mostBlocks?: number;
  readonly blocksWords?: string;
  /** The most logs that it returns at once, and the error for more. */
  readonly mostLogs?: number;
  readonly logsWords?: string;
  /** Called before each answer with the number of the log request, from 1; replaces the answer unless undefined. */
  readonly before?: (count: number, range: { from: number; to: number }) => unknown;
  /** The number of the finalized block; without it, the node does not know the tag. */
  readonly finalized?: number;
}

export class FakeError extends Error {
  readonly code: number;
  constructor(message: string, code = -32000) {
    super(message);
    this.code = code;
  }
}

export const WORD = id("Moved(uint256)");
export const EMITTER = getAddress(`0x${"e1".repeat(20)}`);

/** Returns a log of `EMITTER` or of another contract. */
export function log(blockNumber: number, logIndex = 0, address = EMITTER): FakeLog {
  return {
    address: address.toLowerCase(),
    topics: [WORD, toBeHex(blockNumber, 32)],
    data: toBeHex(logIndex, 32),
    blockNumber: toQuantity(blockNumber),
    logIndex: toQuantity(logIndex),
    transactionHash: id(`${blockNumber} ${logIndex}`),
  };
}

/** A node that knows only logs and blocks, with the limits of public nodes. */
export class FakeChain implements Eip1193Provider {
  options: FakeOptions;
  /** Changes all block hashes. */
  fork = "";
  readonly asked: { readonly from: number; readonly to: number }[] = [];
  requests = 0;
  /** Log requests in flight, and their highest number so far. */
  underway = 0;
  mostUnderway = 0;
  /** Of the blocks that were asked for, by hash. */
  readonly #numbers = new Map<string, number>();

  constructor(options: FakeOptions) {
    this.options = options;
  }

  async request({
    method,
    params = [],
  }: {
    method: string;
    params?: readonly unknown[];
  }): Promise<unknown> {
    this.requests++;
    if (method === "eth_blockNumber") return toQuantity(this.options.head);
    if (method === "eth_chainId") return "0x7a69";
    if (method === "eth_getBlockByNumber") return this.#block(String(params[0]));
    if (method === "eth_getTransactionReceipt") {
      const [hash] = params;
      return { logs: this.options.logs.filter(({ transactionHash }) => transactionHash === hash) };
    }
    if (method !== "eth_getLogs") throw new FakeError("Method not found", -32601);
    this.mostUnderway = Math.max(this.mostUnderway, ++this.underway);
    try {
      await new Promise((resolve) => setImmediate(resolve));
      const filter = params[0] as Filter | { readonly blockHash: string };
      return "blockHash" in filter ? this.#logsOf(filter.blockHash) : this.#logs(filter);
    } finally {
      this.underway--;
    }
  }

  #block(tag: string): unknown {
    const { head, finalized } = this.options;
    if (tag === "finalized" && finalized === undefined) throw new FakeError("unknown tag", -32602);
    const number = tag === "latest" ? head : tag === "finalized" ? finalized! : Number(tag);
    if (number > head) return null;
    const own = this.options.logs.filter((each) => Number(each.blockNumber) === number);
    const hash = id(`${this.fork}${number}`);
    this.#numbers.set(hash, number);
    return {
      number: toQuantity(number),
      hash,
      timestamp: toQuantity(1_600_000_000 + number),
      gasLimit: "0x1c9c380",
      logsBloom: bloomOf(own),
      transactions: own.map(({ transactionHash }) => transactionHash),
    };
  }

  #logsOf(hash: string): unknown {
    const number = this.#numbers.get(hash);
    if (number === undefined) throw new FakeError("unknown block");
    return this.options.logs.filter((each) => Number(each.blockNumber) === number);
  }

  #logs(filter: Filter): unknown {
    const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)];
    this.asked.push({ from, to });
    const answer = this.options.before?.(this.asked.length, { from, to });
    if (answer !== undefined) return answer;
    const { mostBlocks = Infinity, mostLogs = Infinity } = this.options;
    if (to - from + 1 > mostBlocks) {
      throw new FakeError(this.options.blocksWords ?? "block range is too wide", -32602);
    }
    const found = this.options.logs.filter((each) => isWanted(each, filter, from, to));
    if (found.length > mostLogs) {
      throw new FakeError(
        this.options.logsWords ?? `query returned more than ${mostLogs} results`,
        -32005,
      );
    }
    return found;
  }
}

function isWanted(each: FakeLog, filter: Filter, from: number, to: number): boolean {
  const block = Number(each.blockNumber);
  if (block < from || block > to) return false;
  const addresses = filter.address === undefined ? undefined : [filter.address].flat();
  if (addresses?.some((address) => address.toLowerCase() === each.address) === false) return false;
  return (filter.topics ?? []).every(
    (topic, index) => topic === null || [topic].flat().includes(each.topics[index] ?? ""),
  );
}

/** Serves a chain on a free port. */
export async function serve(chain: FakeChain): Promise<OpenServer> {
  return await openRpc((call) => answer(chain, call));
}

async function answer(chain: FakeChain, call: Call): Promise<object> {
  const head = { jsonrpc: "2.0", id: call.id };
  try {
    return { ...head, result: await chain.request(call) };
  } catch (error) {
    const { code, message } = error as FakeError;
    return { ...head, error: { code, message } };
  }
}

function toQuantity(number: number): string {
  return `0x${number.toString(16)}`;
}
