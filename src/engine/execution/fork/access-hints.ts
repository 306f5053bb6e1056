import { toQuantity } from "ethers";

import type { Eip1193Provider } from "../../../foundation/chain/provider.js";

/** The most slots of an account that a node may name. */
const MOST_SLOTS = 1000;

/** Slots of an account that a call reads. */
interface Hint {
  readonly address: string;
  readonly slots: readonly string[];
}

/** What calls read at a block, as a node says: a fork reads one slot after the other. */
export class AccessHints {
  readonly #node: Eip1193Provider;
  readonly #block: string;
  #isAnswered = true;

  constructor(node: Eip1193Provider, block: number) {
    this.#node = node;
    this.#block = toQuantity(block);
  }

  /** @returns nothing if the node does not say, which it is then not asked again */
  async of(call: unknown): Promise<readonly Hint[]> {
    if (!this.#isAnswered) return [];
    const answer = await this.#node
      .request({ method: "eth_createAccessList", params: [call, this.#block] })
      .catch(() => undefined);
    const { accessList } = (answer ?? {}) as { readonly accessList?: unknown };
    this.#isAnswered = Array.isArray(accessList);
    type Entry = { readonly address: string; readonly storageKeys: readonly string[] };
    return ((this.#isAnswered ? accessList : []) as readonly Entry[]).map(
      ({ address, storageKeys }) => ({ address, slots: storageKeys.slice(0, MOST_SLOTS) }),
    );
  }
}
