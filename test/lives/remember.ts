import { hexlify, keccak256, Signature, SigningKey, Transaction, Wallet } from "ethers";

import { signHere, type TransactionToSign } from "../../src/foundation/chain/sign-here.js";
import { keysOf } from "../../src/foundation/chain/mnemonic-keys.js";
import { TEST_MNEMONIC } from "../../src/foundation/chain/test-accounts.js";

/** Signs the same transaction only once for all lives, because that takes longer than the rest of a step. */
class RememberingWallet extends Wallet {
  readonly #signed = new Map<string, string>();

  override async signTransaction(transaction: Partial<TransactionToSign>): Promise<string> {
    const key = JSON.stringify(transaction, textOf);
    const sign = () => signHere(this, transaction as TransactionToSign);
    return await Promise.resolve(remembered(this.#signed, key, sign));
  }
}

/** The accounts of all lives. */
export const WALLETS = keysOf(TEST_MNEMONIC, 10).map((key) => new RememberingWallet(key));
/** Those of demo tests, which nobody else has. */
export const DEMO_MNEMONIC =
  "legal winner thank year wave sausage worth useful legal winner thank yellow";

/** Hashes, decodes and recovers from the same bytes only once for all lives. */
export function rememberCrypto(): () => void {
  const hashes = new Map<string, Uint8Array>();
  const decoded = new Map<string, Transaction>();
  const keys = new Map<string, string>();
  const from = Reflect.get<typeof Transaction, "from">(Transaction, "from");
  const recover = Reflect.get<typeof SigningKey, "recoverPublicKey">(
    SigningKey,
    "recoverPublicKey",
  );
  const sign = Reflect.get<SigningKey, "sign">(SigningKey.prototype, "sign");
  const publicKeys = new Map<string, string>();
  const hash = keccak256._;
  keccak256.register((data) => {
    const key = Buffer.from(data).toString("latin1");
    return remembered(hashes, key, () => hash(data) as never);
  });
  Transaction.from = (given) => {
    // What has no signature yet will get one.
    if (typeof given !== "string" && given?.signature === undefined)
      return from.call(Transaction, given);
    // A signature is of one transaction.
    const key = typeof given === "string" ? given : JSON.stringify(given.signature);
    return remembered(decoded, key, () => withFixed(from.call(Transaction, given)));
  };
  SigningKey.recoverPublicKey = (digest, signature) => {
    const key = `${hexlify(digest)} ${Signature.from(signature).serialized}`;
    return remembered(keys, key, () => recover.call(SigningKey, digest, signature));
  };
  // Whose signature it is need not be recovered from what was signed here.
  SigningKey.prototype.sign = function (digest) {
    const signature = sign.call(this, digest);
    const own = remembered(publicKeys, this.privateKey, () => this.publicKey);
    keys.set(`${hexlify(digest)} ${signature.serialized}`, own);
    return signature;
  };
  return () => {
    Transaction.from = from;
    SigningKey.recoverPublicKey = recover;
    SigningKey.prototype.sign = sign;
    keccak256.register(hash);
  };
}

/** What ethers works out from a signed transaction's bytes whenever it is asked. */
function withFixed(transaction: Transaction): Transaction {
  for (const name of ["hash", "from", "serialized"] as const) {
    const compute = Reflect.getOwnPropertyDescriptor(Transaction.prototype, name)!.get!;
    let value: unknown;
    Object.defineProperty(transaction, name, {
      configurable: true,
      get: () => (value ??= compute.call(transaction) as unknown),
    });
  }
  return transaction;
}

function remembered<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}

function textOf(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
