import { compareCode } from "../../foundation/arc/compilation/compare.js";
import { firstBlockOf } from "../../foundation/chain/first-block.js";
import type { Eip1193Provider } from "../../foundation/chain/provider.js";
import type { Verification } from "./verification.js";

/** How a contract was created, as far as it is known. */
export interface Creation {
  /** Hash of the transaction. */
  readonly transaction?: string;
  /** ABI-encoded, in hex without 0x; empty if there are none. */
  readonly arguments?: string;
}

interface Call {
  readonly type: string;
  readonly to?: string;
  readonly input: string;
  readonly calls?: readonly Call[];
  /** Present if the call failed: then nothing below it happened. */
  readonly error?: string;
}

interface Transaction {
  readonly hash: string;
  readonly to: string | null;
  readonly input: string;
}

/**
 * Looks for the creation of a contract: for its block with the node's old state, for the transaction in that block,
 * and, if another contract created it, in a trace. Leaves unknown what the node cannot return without old state or
 * traces.
 * @param bytecode what the contract compiles to, without arguments, in hex with 0x
 */
export async function findCreation(
  address: string,
  bytecode: string,
  provider: Eip1193Provider,
): Promise<Creation> {
  const reader = new CreationReader(address, provider);
  const block = await reader.firstBlock().catch(() => undefined);
  if (block === undefined) return {};
  const found = await reader.creationIn(block).catch(() => undefined);
  if (found === undefined) return {};
  const own = found.input.slice(0, bytecode.length);
  const isOwn = compareCode(own, bytecode).outcome !== "different";
  return {
    transaction: found.hash,
    arguments: isOwn ? found.input.slice(bytecode.length) : undefined,
  };
}

/**
 * Adds to verified contracts of Arc whether their own constructors created them. One that was created by other code is
 * not verified.
 */
export async function withCreation(
  contract: Verification,
  provider: Eip1193Provider,
): Promise<Verification> {
  const { verified, source, proxy, arcVersion, name, address } = contract;
  if (!verified || source === undefined || proxy !== undefined || arcVersion === undefined)
    return contract;
  const { transaction, arguments: own } = await findCreation(address, source.bytecode, provider);
  if (transaction === undefined) return { ...contract, creation: "not known" };
  if (own !== undefined) return { ...contract, creation: "own" };
  const note =
    `It has the code of ${name}, but other code created it in transaction ${transaction}, which may have written ` +
    "anything into its storage. Do not trust it until somebody has read that code.";
  return { ...contract, creation: "other", verified: false, note };
}

class CreationReader {
  readonly #address: string;
  readonly #provider: Eip1193Provider;

  constructor(address: string, provider: Eip1193Provider) {
    this.#address = address.toLowerCase();
    this.#provider = provider;
  }

  /** The first block in which the contract exists. */
  async firstBlock(): Promise<number> {
    const codeAt = async (block: number) =>
      await this.#request("eth_getCode", [this.#address, hex(block)]);
    return await firstBlockOf(codeAt, Number(await this.#request("eth_blockNumber", [])));
  }

  async creationIn(
    block: number,
  ): Promise<{ readonly hash: string; readonly input: string } | undefined> {
    const { transactions } = (await this.#request("eth_getBlockByNumber", [hex(block), true])) as {
      readonly transactions: readonly Transaction[];
    };
    for (const { hash, to, input } of transactions) {
      if (to !== null) continue;
      const receipt = (await this.#request("eth_getTransactionReceipt", [hash])) as {
        readonly contractAddress?: string | null;
      } | null;
      if (receipt?.contractAddress?.toLowerCase() === this.#address) return { hash, input };
    }
    for (const { hash } of transactions) {
      const tracing = [hash, { tracer: "callTracer" }];
      const trace = (await this.#request("debug_traceTransaction", tracing)) as Call;
      const creation = this.#creationBelow(trace);
      if (creation !== undefined) return { hash, input: creation.input };
    }
    return undefined;
  }

  #creationBelow(call: Call): Call | undefined {
    if (call.error !== undefined) return undefined;
    if (call.type.startsWith("CREATE") && call.to?.toLowerCase() === this.#address) return call;
    for (const each of call.calls ?? []) {
      const found = this.#creationBelow(each);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #request(method: string, params: unknown[]): Promise<unknown> {
    return await this.#provider.request({ method, params });
  }
}

function hex(block: number): string {
  return `0x${block.toString(16)}`;
}
