import { keccak256, Transaction, Wallet } from "ethers";

import { keysOf } from "../../src/foundation/chain/mnemonic-keys.js";
import { TEST_MNEMONIC } from "../../src/foundation/chain/test-accounts.js";

/** Shorter data is hashed as fast as it is looked up. */
const LONG = 500;

/** Signs the same transaction only once for all lives, because that takes longer than the rest of a step. */
class RememberingWallet extends Wallet {
  readonly #signed = new Map<string, Promise<string>>();

  override async signTransaction(
    transaction: Parameters<Wallet["signTransaction"]>[0],
  ): Promise<string> {
    const key = JSON.stringify(transaction, (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    let raw = this.#signed.get(key);
    if (raw === undefined) this.#signed.set(key, (raw = super.signTransaction(transaction)));
    return await raw;
  }
}

/** The accounts of all lives. */
export const WALLETS = keysOf(TEST_MNEMONIC, 10).map((key) => new RememberingWallet(key));

/** Hashes and decodes the same bytes only once for all lives. */
export function rememberCrypto(): () => void {
  const hashes = new Map<string, Uint8Array>();
  const decoded = new Map<string, Transaction>();
  const from = Reflect.get<typeof Transaction, "from">(Transaction, "from");
  const hash = keccak256._;
  keccak256.register((data) => {
    if (data.length < LONG) return hash(data);
    const key = Buffer.from(data).toString("latin1");
    let known = hashes.get(key);
    if (known === undefined) hashes.set(key, (known = hash(data) as never));
    return known;
  });
  Transaction.from = (given) => {
    if (typeof given !== "string") return from.call(Transaction, given);
    let known = decoded.get(given);
    if (known === undefined) decoded.set(given, (known = from.call(Transaction, given)));
    return known;
  };
  return () => {
    Transaction.from = from;
    keccak256.register(hash);
  };
}
