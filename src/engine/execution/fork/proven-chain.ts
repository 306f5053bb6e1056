import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import { ProvenState } from "../../../foundation/chain/proofs/proven-state.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { AccessHints } from "./access-hints.js";
import { Fork } from "./fork.js";
import { boundedReads } from "./bounded-reads.js";

/**
 * A chain at a block with a known hash. Its state follows from the hash (see `ProvenState`), and contracts run on that
 * state in this process, so that no answer of theirs is the node's word. Logs, other blocks and the chain ID are.
 */
export class ProvenChain implements Eip1193Provider {
  readonly isRemote?: boolean;
  readonly block: number;
  readonly #node: Eip1193Provider;
  readonly #state: ProvenState;
  #fork: Promise<{ readonly fork: Fork; readonly bounded: Eip1193Provider }> | undefined;
  readonly #hints: AccessHints;

  /** @throws MigrationError if the node does not have the block */
  static async at(node: Eip1193Provider, hash: string): Promise<ProvenChain> {
    return new ProvenChain(node, await ProvenState.at(node, hash));
  }

  private constructor(node: Eip1193Provider, state: ProvenState) {
    this.#node = node;
    this.#state = state;
    this.block = Number(state.block.number);
    this.#hints = new AccessHints(node, this.block);
    if (state.isRemote !== undefined) this.isRemote = state.isRemote;
  }

  async request(asked: { method: string; params?: unknown[] }): Promise<unknown> {
    const { method, params = [] } = asked;
    const [call, tag] = params;
    const isHere = tag === "latest" || Number(tag) === this.block;
    if (method === "eth_call" && isHere) return await this.#call(call);
    return await this.#state.request(asked);
  }

  async #call(call: unknown): Promise<unknown> {
    this.#fork ??= this.#open();
    const { bounded } = await this.#fork;
    // What the node says about slots is proven like everything else.
    for (const { address, slots } of await this.#hints.of(call))
      this.#state.prefetch(address, slots);
    const { failures } = this.#state;
    try {
      return await bounded.request({ method: "eth_call", params: [call, "latest"] });
    } catch (error) {
      if (this.#state.failures === failures) throw error;
      // Not the contract failed, but a request for its state.
      throw new MigrationError(`State could not be proven: ${failureReason(error)}.`, {
        cause: error,
      });
    } finally {
      // A lie that the fork swallowed is told.
      if (this.#state.failures > failures) await this.#state.request({ method: "eth_chainId" });
    }
  }

  async #open() {
    const { block } = this.#state;
    const chainId = Number(await this.#node.request({ method: "eth_chainId" }));
    const fork = await Fork.open(this.#state, chainId, block);
    return { fork, bounded: boundedReads(fork.provider, BigInt(block.gasLimit)) };
  }

  async close(): Promise<void> {
    await this.#fork?.then(
      ({ fork }) => fork.close(),
      () => {},
    );
  }
}
