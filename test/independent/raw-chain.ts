import { getAddress, getCreateAddress, type Interface, toQuantity } from "ethers";

/** Any node. */
export interface Node {
  request(request: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown>;
}

interface RawLog {
  readonly address: string;
  readonly blockNumber: string;
  readonly transactionHash: string;
  readonly topics: readonly string[];
  readonly data: string;
}

interface RawBlock {
  readonly hash: string;
  readonly timestamp: string;
  readonly miner: string;
  readonly transactions: readonly {
    readonly hash: string;
    readonly from: string;
    readonly to: string | null;
    readonly input: string;
  }[];
}

/** Smaller numbers are amounts and times, not addresses. */
const SMALLEST_ADDRESS = 2n ** 100n;
const NO_CODE = "0x";

/**
 * A chain of few blocks, read whole: no filters and no index, every block and every receipt. Knows all addresses and
 * all words of 32 bytes that ever appeared, and asks about each of them.
 */
export class RawChain {
  readonly #node: Node;
  readonly #addresses = new Set<string>();
  /** Every word in a log or in the input of a call, such as a hash of parameters or the ID of a proposal. */
  readonly words = new Set<string>();
  readonly logs: RawLog[] = [];
  readonly codes = new Map<string, string>();
  /** An account that can send. */
  sender = "";
  number = 0;
  block!: RawBlock;

  private constructor(node: Node) {
    this.#node = node;
  }

  static async read(node: Node): Promise<RawChain> {
    const chain = new RawChain(node);
    [chain.sender = ""] = (await chain.#ask("eth_accounts")) as readonly string[];
    chain.number = Number(await chain.#ask("eth_blockNumber"));
    for (let number = 0; number <= chain.number; number++) await chain.#readBlock(number);
    await chain.#readCodes();
    return chain;
  }

  /** Checksummed, in a stable order. */
  get addresses(): readonly string[] {
    return [...this.#addresses].map((each) => getAddress(each)).sort();
  }

  get contracts(): readonly string[] {
    return this.addresses.filter((each) => this.codes.get(each) !== NO_CODE);
  }

  /** The words that events are about, such as the IDs of proposals. */
  get topics(): readonly string[] {
    return [...new Set(this.logs.flatMap(({ topics }) => topics.slice(1)))].filter((each) =>
      this.words.has(each),
    );
  }

  async ether(account: string): Promise<bigint> {
    return BigInt(String(await this.#ask("eth_getBalance", account, this.#at)));
  }

  /** What a function returns, one value or several; undefined if it reverts or returns something else. */
  async call(
    to: string,
    contract: Interface,
    name: string,
    ...args: readonly unknown[]
  ): Promise<unknown> {
    return await this.callAs(this.block.miner, to, contract, name, ...args);
  }

  /** Calls a function that answers somebody only. */
  async callAs(
    from: string,
    to: string,
    contract: Interface,
    name: string,
    ...args: readonly unknown[]
  ): Promise<unknown> {
    try {
      const data = contract.encodeFunctionData(name, args);
      const answer = await this.#ask("eth_call", { from, to, data }, this.#at);
      const values = contract.decodeFunctionResult(name, String(answer));
      return values.length === 1 ? (values[0] as unknown) : values;
    } catch {
      return undefined;
    }
  }

  get #at(): string {
    return toQuantity(this.number);
  }

  /** What `look` finds after a transaction, which is taken back. */
  async after<Value>(to: string, data: string, look: () => Promise<Value>): Promise<Value> {
    const snapshot = await this.#ask("evm_snapshot");
    const at = this.number;
    try {
      await this.#ask("evm_setNextBlockTimestamp", toQuantity(BigInt(this.block.timestamp) + 1n));
      await this.#ask("eth_sendTransaction", { from: this.sender, to, data }).catch(() => {});
      this.number = Number(await this.#ask("eth_blockNumber"));
      return await look();
    } finally {
      this.number = at;
      await this.#ask("evm_revert", snapshot);
    }
  }

  async #ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return await this.#node.request({ method, params });
  }

  async #readBlock(number: number): Promise<void> {
    this.block = (await this.#ask("eth_getBlockByNumber", toQuantity(number), true)) as RawBlock;
    this.#add(this.block.miner);
    for (const { hash, from, to, input } of this.block.transactions) {
      this.#add(from);
      if (to === null) this.#search(input.slice(Math.max(2, input.length - 2048)), 64);
      else {
        this.#add(to);
        this.#search(input.slice(10), 8);
      }
      const receipt = (await this.#ask("eth_getTransactionReceipt", hash)) as {
        readonly contractAddress: string | null;
        readonly logs: readonly RawLog[];
      };
      if (receipt.contractAddress !== null) this.#add(receipt.contractAddress);
      for (const log of receipt.logs) {
        this.logs.push(log);
        this.#add(log.address);
        for (const topic of log.topics) this.#search(topic.slice(2), 64);
        this.#search(log.data.slice(2), 64);
      }
    }
  }

  #add(address: string): void {
    this.#addresses.add(address.toLowerCase());
  }

  /** Adds every word in a text of hex digits that starts after a multiple of `step` digits. */
  #search(digits: string, step: number): void {
    for (let at = 0; at + 64 <= digits.length; at += step) {
      const word = digits.slice(at, at + 64);
      if (!word.startsWith("0".repeat(24))) {
        if (at % 64 === 0) this.words.add(`0x${word}`);
      } else if (BigInt(`0x${word}`) >= SMALLEST_ADDRESS) this.#add(`0x${word.slice(24)}`);
    }
  }

  /** Reads the code of each account, and of every contract that a contract created. */
  async #readCodes(): Promise<void> {
    for (const account of this.#addresses) {
      const code = String(await this.#ask("eth_getCode", account, this.#at));
      this.codes.set(getAddress(account), code);
      if (code === NO_CODE) continue;
      const nonce = Number(await this.#ask("eth_getTransactionCount", account, this.#at));
      for (let each = 1; each < nonce; each++)
        this.#add(getCreateAddress({ from: account, nonce: each }));
    }
  }
}
