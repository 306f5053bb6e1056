import { toQuantity } from "ethers";

import { MigrationError } from "../support/errors.js";
import { askAgain, untilShown } from "./incomplete-answers.js";
import { ask, type Eip1193Provider } from "./provider.js";
import { rawOf, type RpcTransaction } from "./sent-transactions.js";
import type { TransactionToSign } from "./sign-here.js";

/**
 * An account whose key a node has. The node signs only what it sends at once, before it can be in a journal. The nonce
 * is not left to the node, so each transaction is mined at most once, and a run that does not know it finds it on the
 * chain by its nonce.
 */
export class NodeSigner {
  readonly address: string;
  readonly #provider: Eip1193Provider;

  constructor(provider: Eip1193Provider, address: string) {
    this.#provider = provider;
    this.address = address;
  }

  /** Sends the transaction, and returns the bytes that the node signed. */
  async signTransaction({ to, data, gasLimit: gas, ...more }: TransactionToSign): Promise<string> {
    const { type: _, ...amounts } = { ...more, gas };
    const quantities = Object.entries(amounts).map(([name, amount]) => [name, toQuantity(amount)]);
    const call = { from: this.address, ...(to !== undefined && { to }), data };
    const asked = { ...call, ...(Object.fromEntries(quantities) as Record<string, string>) };
    const hash = await ask<string>(this.#provider, "eth_sendTransaction", asked);
    const read = async () =>
      await ask<RpcTransaction | null>(this.#provider, "eth_getTransactionByHash", hash);
    const sent = await askAgain(read, (found) => found !== null, untilShown());
    const raw = sent === null ? undefined : rawOf(sent, this.address);
    if (raw !== undefined) return raw;
    throw new MigrationError(`the node sent ${hash}, but does not show what it signed`);
  }
}
