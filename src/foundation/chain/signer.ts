import { BaseWallet, getAddress, isAddress, Transaction } from "ethers";

import { MigrationError, SigningError, UsageError } from "../support/errors.js";
import { oneLine } from "../support/printable.js";
import { failureReason } from "./failure-reason.js";
import { hashOf } from "./hash.js";
import { NodeSigner } from "./node-signer.js";
import { senderOf, transactionIn } from "./raw-transaction.js";
import { signHere, type TransactionToSign } from "./sign-here.js";

/**
 * Signs for one account without sending. The key may be anywhere: in this process, on a hardware wallet, in a key
 * service.
 *
 * @example
 * const signer = {
 *   address: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1",
 *   signTransaction: async (transaction) => await keyService.sign(transaction),
 * };
 */
export interface TransactionSigner {
  readonly address: string;
  /** @returns the signed transaction, serialized as hex with 0x */
  signTransaction(transaction: TransactionToSign): Promise<string>;
}

/** A signer like ethers' `Signer`, which returns its address on request. */
export interface AddressableSigner extends Pick<TransactionSigner, "signTransaction"> {
  getAddress(): Promise<string>;
}

/**
 * Accepts a signer from a user; checks its address and adds the checksum.
 * @throws MigrationError if it is not a signer, or its address cannot be obtained
 */
export async function signerOf(
  given: TransactionSigner | AddressableSigner,
): Promise<TransactionSigner> {
  const candidate = given as Partial<TransactionSigner & AddressableSigner> | null | undefined;
  if (typeof candidate?.signTransaction !== "function") {
    throw new MigrationError(
      "The signer has no method signTransaction. Pass { address, signTransaction }, or an ethers Signer.",
    );
  }
  const address = candidate.address ?? (await askAddress(candidate));
  if (!isAddress(address)) {
    throw new MigrationError(
      "The signer has no valid address. Pass { address, signTransaction }, or an ethers Signer with getAddress.",
    );
  }
  return {
    address: getAddress(address),
    signTransaction: async (transaction) => await given.signTransaction(transaction),
  };
}

/**
 * An account for a rehearsal, in which nothing is signed.
 * @throws UsageError without the text, which may be a key
 */
export function keylessAccount(address: string): TransactionSigner {
  if (!isAddress(address)) {
    throw new UsageError(
      "The account of --from should be an address: 0x and 40 hex digits, with a valid checksum if it mixes cases.",
    );
  }
  const own = getAddress(address);
  return {
    address: own,
    signTransaction: async () =>
      await Promise.reject(new MigrationError(`There is no key to sign as ${own}.`)),
  };
}

async function askAddress(signer: Partial<AddressableSigner>): Promise<string | undefined> {
  try {
    return await signer.getAddress?.();
  } catch (error) {
    throw new MigrationError(`The signer did not return its address: ${failureReason(error)}.`, {
      cause: error,
    });
  }
}

export interface SignedTransaction {
  readonly hash: string;
  /** Hex with 0x. */
  readonly raw: string;
}

/**
 * Has a transaction signed, and checks that the signed bytes match the request: signers fill in fields, round fees, or
 * may belong to another account or chain.
 * @param step the transaction's step, for messages
 * @throws SigningError if the signer refuses, or signed something else
 */
export async function signTransaction(
  signer: TransactionSigner,
  asked: TransactionToSign,
  step: string,
): Promise<SignedTransaction> {
  const was = signer instanceof NodeSigner ? "may have been" : "was not";
  let raw: string;
  try {
    // A copy: many a signer writes into what it gets, and the signed bytes are compared with what was asked.
    raw = isOwn(signer) ? signHere(signer, asked) : await signer.signTransaction({ ...asked });
  } catch (error) {
    throw new SigningError(
      `The signer of ${signer.address} did not sign step ${step}: ${failureReason(error)}. ` +
        `The step ${was} sent. Run the same command again to resume.`,
      { cause: error },
    );
  }
  const signed = transactionIn(raw);
  if (signed?.isSigned() !== true) {
    throw new SigningError(
      `The signer of ${signer.address} returned no validly signed transaction for step ${step}. It should return ` +
        `the raw transaction as hex with 0x. The step ${was} sent.`,
    );
  }
  const differences = differencesOf(signer, asked, signed);
  if (differences.length > 0) {
    throw new SigningError(
      [
        `The signer of ${signer.address} signed a different transaction than step ${step}. It ${was} sent.`,
        ...differences,
        "Check the signer's account and settings, and run the same command again to resume.",
      ].join("\n"),
    );
  }
  // Not what was serialized here: with 24 KB of code, ethers takes milliseconds.
  const serialized = signer instanceof BaseWallet ? raw : signed.serialized;
  return { hash: hashOf(serialized), raw: serialized };
}

/** Whether it is a key in this process, whose wallet would sign as ethers' does. */
function isOwn(signer: TransactionSigner): signer is BaseWallet {
  return (
    signer instanceof BaseWallet && signer.signTransaction === BaseWallet.prototype.signTransaction
  );
}

const FIELDS = [
  ...(["type", "chainId", "nonce", "gasLimit", "to", "value"] as const),
  // Fees of the other type must be empty, and so must the access list, which was not requested.
  ...(["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "accessList"] as const),
];

function differencesOf(
  signer: TransactionSigner,
  asked: TransactionToSign,
  signed: Readonly<Transaction>,
): readonly string[] {
  // Without the data, which ethers takes milliseconds to read.
  const wanted = Transaction.from({ ...asked, data: "0x" });
  // For a key in this process, skip recovering the address: that takes three times as long as signing.
  const from = signer instanceof BaseWallet ? signer.address : senderOf(signed);
  return [
    ["from", shown(from), shown(signer.address)] as const,
    ...FIELDS.map((field) => [field, shown(signed[field]), shown(wanted[field])] as const),
    ["data", signed.data, asked.data.toLowerCase()] as const,
  ]
    .filter(([, found, requested]) => found !== requested)
    .map(([field, ...both]) => {
      const [found, requested] = both.map((text) => oneLine(text, 66));
      return `  ${field}: signed ${found}, requested ${requested}`;
    });
}

function shown(value: string | number | bigint | object | null): string {
  if (value === null) return "nothing";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
