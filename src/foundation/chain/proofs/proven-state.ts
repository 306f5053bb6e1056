import {
  decodeRlp,
  encodeRlp,
  isHexString,
  keccak256,
  toBeArray,
  toBeHex,
  toQuantity,
} from "ethers";

import { MigrationError } from "../../support/errors.js";
import { onceUnlessFailed } from "../../support/once.js";
import { beginningOf } from "../../support/secrets.js";
import { failureReason } from "../failure-reason.js";
import { ask, type Eip1193Provider } from "../provider.js";
import type { RpcBlock } from "../rpc-types.js";
import { EMPTY_ROOT, provenValue } from "./trie.js";

/** The hash of an account without code. */
const NO_CODE = keccak256("0x");
/** Slots in one request: some nodes limit them. */
const MOST_SLOTS = 100;

type HeaderAnswer = (RpcBlock & Readonly<Record<string, unknown>>) | null;

interface Account {
  readonly nonce: string;
  readonly balance: string;
  readonly storageRoot: string;
  readonly codeHash: string;
}

interface Slot {
  readonly value: bigint;
  readonly proof: readonly string[];
}

interface ProofAnswer {
  readonly accountProof: readonly string[];
  readonly storageProof: readonly { readonly proof: readonly string[] }[];
}

/** Methods that read state; the value is the place of the parameter that names the block. */
const STATE: Readonly<Record<string, number>> = {
  eth_getBalance: 1,
  eth_getTransactionCount: 1,
  eth_getCode: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
  eth_call: 1,
};

/**
 * A chain's state at one block, of which nothing is believed that does not follow from the block's hash: the header has
 * the hash, accounts follow from the header's root, and code and storage from the account. After an answer that proves
 * nothing, every request fails, so that no caller can take it for the contract's.
 */
export class ProvenState implements Eip1193Provider {
  readonly isRemote?: boolean;
  /** What its header does not have (transactions, size) is the node's word. */
  readonly block: RpcBlock;
  readonly #node: Eip1193Provider;
  readonly #stateRoot: string;
  readonly #accounts = new Map<string, Promise<Account>>();
  readonly #codes = new Map<string, Promise<string>>();
  readonly #slots = new Map<string, Promise<Slot>>();
  #lie: MigrationError | undefined;
  #failures = 0;

  /** @throws MigrationError if the node has no block with this hash, or returns another one */
  static async at(node: Eip1193Provider, hash: string): Promise<ProvenState> {
    const block = await ask<HeaderAnswer>(node, "eth_getBlockByHash", hash, false);
    if (block === null) {
      throw new MigrationError(
        `The node has no block with the hash ${beginningOf(hash)}. Check the hash, and that the node is of the same chain and in sync.`,
      );
    }
    if (hashOf(block) !== hash.toLowerCase()) throw unproven(`The header of block ${hash}`);
    return new ProvenState(node, { ...block, hash: hash.toLowerCase() });
  }

  private constructor(node: Eip1193Provider, block: HeaderAnswer & object) {
    this.#node = node;
    this.block = block;
    this.#stateRoot = String(block.stateRoot);
    if (node.isRemote !== undefined) this.isRemote = node.isRemote;
  }

  /** How many requests for state failed. A contract that runs on this state may have failed for that alone. */
  get failures(): number {
    return this.#failures;
  }

  async request({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> {
    if (this.#lie !== undefined) throw this.#lie;
    const place = STATE[method];
    if (place === undefined) {
      const answer = await this.#node.request({ method, params });
      if (/^eth_getBlockBy/.test(method)) this.#requireOwn(params[0], answer as HeaderAnswer);
      return answer;
    }
    try {
      return await this.#read(method, params as [string, string | string[]], params[place]);
    } catch (error) {
      this.#failures++;
      throw error;
    }
  }

  /** Asks at once for what is going to be read. The reader hears of a failure. */
  prefetch(address: string, slots: readonly string[]): void {
    this.#storage(address, slots.map(BigInt)).catch(() => {});
  }

  async #read(method: string, [address, what]: [string, string | string[]], tag: unknown) {
    const number = Number(this.block.number);
    if (method === "eth_call" || (tag !== "latest" && Number(tag) !== number)) {
      throw new MigrationError(
        `The hash of block ${number} does not prove ${method} at block ${String(tag)}.`,
      );
    }
    if (method === "eth_getStorageAt") {
      const [slot] = await this.#storage(address, [BigInt(String(what))]);
      return toBeHex(slot!.value, 32);
    }
    const { storageRoot, ...account } = await this.#account(address);
    if (method === "eth_getBalance") return account.balance;
    if (method === "eth_getTransactionCount") return account.nonce;
    if (method === "eth_getCode") return await this.#code(address, account.codeHash);
    const slots = await this.#storage(address, (what as string[]).map(BigInt));
    const storageProof = slots.map(({ value, proof }) => ({ value: toQuantity(value), proof }));
    return { address, ...account, storageHash: storageRoot, storageProof };
  }

  #requireOwn(asked: unknown, block: HeaderAnswer): void {
    const { number, hash } = this.block;
    const isOwn = [asked, block?.number, block?.hash].some(
      (each) => each === hash || (typeof each === "string" && Number(each) === Number(number)),
    );
    if (block !== null && isOwn && hashOf(block) !== hash) {
      throw this.#caught(`The header of block ${Number(number)}`);
    }
  }

  async #account(address: string): Promise<Account> {
    const key = address.toLowerCase();
    return await onceUnlessFailed(this.#accounts, key, async () => {
      const { accountProof } = await this.#proof(key, []);
      return this.#accountOf(key, accountProof);
    });
  }

  #accountOf(address: string, proof: readonly string[]): Account {
    try {
      const value = provenValue(this.#stateRoot, address, proof);
      if (value === undefined) {
        return { nonce: "0x0", balance: "0x0", storageRoot: EMPTY_ROOT, codeHash: NO_CODE };
      }
      const [nonce, balance, storageRoot, codeHash] = decodeRlp(value) as readonly string[];
      return {
        nonce: toQuantity(numberOf(nonce!)),
        balance: toQuantity(numberOf(balance!)),
        storageRoot: storageRoot!,
        codeHash: codeHash!,
      };
    } catch (cause) {
      throw this.#caught(`The account ${address}`, cause);
    }
  }

  async #code(address: string, codeHash: string): Promise<string> {
    if (codeHash === NO_CODE) return "0x";
    return await onceUnlessFailed(this.#codes, codeHash, async () => {
      const code = await ask(this.#node, "eth_getCode", address, this.block.number);
      if (isHexString(code) && keccak256(code) === codeHash) return code;
      throw this.#caught(`The code of ${address}`);
    });
  }

  async #storage(address: string, slots: readonly bigint[]): Promise<readonly Slot[]> {
    const { storageRoot } = await this.#account(address);
    if (storageRoot === EMPTY_ROOT) return slots.map(() => ({ value: 0n, proof: [] }));
    const keyOf = (slot: bigint): string => `${address.toLowerCase()} ${slot}`;
    const unknown = slots.filter((slot) => !this.#slots.has(keyOf(slot)));
    for (let start = 0; start < unknown.length; start += MOST_SLOTS) {
      const part = unknown.slice(start, start + MOST_SLOTS);
      const answer = this.#proof(address, part);
      part.forEach((slot, place) => {
        const proven = answer.then(({ storageProof }) =>
          this.#slotOf(
            storageRoot,
            `${address} has in slot ${slot}`,
            slot,
            storageProof[place]?.proof,
          ),
        );
        this.#slots.set(keyOf(slot), proven);
        proven.catch(() => this.#slots.delete(keyOf(slot)));
      });
    }
    return await Promise.all(slots.map(async (slot) => await this.#slots.get(keyOf(slot))!));
  }

  #slotOf(root: string, what: string, slot: bigint, proof: readonly string[] = []): Slot {
    try {
      const value = provenValue(root, toBeHex(slot, 32), proof);
      return { value: value === undefined ? 0n : numberOf(String(decodeRlp(value))), proof };
    } catch (cause) {
      throw this.#caught(`What ${what}`, cause);
    }
  }

  async #proof(address: string, slots: readonly bigint[]): Promise<ProofAnswer> {
    const keys = slots.map((slot) => toBeHex(slot, 32));
    const { number } = this.block;
    const answer = await ask<ProofAnswer | null>(
      this.#node,
      "eth_getProof",
      address,
      keys,
      number,
    ).catch((cause: unknown) => {
      throw new MigrationError(
        `The node does not prove state (eth_getProof: ${failureReason(cause)}). Use one that can prove state at this block.`,
        { cause },
      );
    });
    const isList = (value: unknown): boolean =>
      Array.isArray(value) && value.every((each) => isHexString(each));
    const { accountProof, storageProof } = answer ?? {};
    if (
      isList(accountProof) &&
      Array.isArray(storageProof) &&
      storageProof.every((each: { readonly proof?: unknown } | null) => isList(each?.proof))
    )
      return answer!;
    throw this.#caught(`The account ${address}`);
  }

  #caught(what: string, cause?: unknown): MigrationError {
    this.#lie ??= unproven(what, cause);
    return this.#lie;
  }
}

function hashOf(block: HeaderAnswer & object): string | undefined {
  try {
    return headerHash(block);
  } catch {
    return undefined;
  }
}

function numberOf(bytes: string): bigint {
  return bytes === "0x" ? 0n : BigInt(bytes);
}

function unproven(what: string, cause?: unknown): MigrationError {
  return new MigrationError(
    `${what}, as the node returned it, does not follow from the block's hash: the node lies, or has another chain's state. ` +
      "Nothing that it said was used. Use another node.",
    { cause },
  );
}

/** The fields of a header in their order; those in the second list came with later hard forks, one after the other. */
const FIELDS = [
  ...["parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot"],
  ...["logsBloom", "difficulty", "number", "gasLimit", "gasUsed", "timestamp", "extraData"],
  ...["mixHash", "nonce"],
];
const LATER = [
  ...["baseFeePerGas", "withdrawalsRoot", "blobGasUsed", "excessBlobGas"],
  ...["parentBeaconBlockRoot", "requestsHash", "blockAccessListHash", "slotNumber"],
];
const NUMBERS = new Set([
  ...["difficulty", "number", "gasLimit", "gasUsed", "timestamp"],
  ...["baseFeePerGas", "blobGasUsed", "excessBlobGas", "slotNumber"],
]);

/**
 * Computes a block's hash from its header as a node returns it.
 * @throws if a field is missing or has another format
 */
export function headerHash(block: Readonly<Record<string, unknown>>): string {
  const later = LATER.findLastIndex((name) => typeof block[name] === "string") + 1;
  const fields = [...FIELDS, ...LATER.slice(0, later)].map((name) => {
    const value = String(block[name]);
    return NUMBERS.has(name) ? toBeArray(value) : value;
  });
  return keccak256(encodeRlp(fields));
}
