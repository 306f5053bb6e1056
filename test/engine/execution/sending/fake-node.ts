import { getCreateAddress, id, toQuantity, Transaction, Wallet } from "ethers";

import type { Eip1193Provider } from "../../../../src/foundation/chain/provider.js";
import { RpcError } from "../../../../src/foundation/chain/rpc-error.js";
import type { TransactionToSign } from "../../../../src/foundation/chain/sign-here.js";
import type { TransactionSigner } from "../../../../src/foundation/chain/signer.js";
import { Target } from "../../../../src/foundation/chain/target.js";
import {
  FeeLimit,
  type FeePolicy,
  type HigherFee,
} from "../../../../src/engine/execution/sending/fee-limit.js";
import type { SendingContext } from "../../../../src/engine/execution/sending/context.js";
import { MemoryJournal } from "../journal/memory-journal.js";
import type { MigrationEvent } from "../../../../src/engine/execution/steps/event.js";
import { callOf, type PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { sampleHeader } from "../journal/sample-header.js";

const GWEI = 1_000_000_000n;
const CHAIN_ID = 1337;
const GENESIS = id("genesis");
export const wallet = new Wallet(`0x${"17".repeat(32)}`);
/** Limits on sleeps, and on requests between two sleeps: a test that exceeds one fails instead of hanging. */
const MOST_SLEEPS = 3_000;
const MOST_REQUESTS = 5_000;

/** A transaction of the account from another program; without `step` it has no effect. */
interface ForeignTransaction {
  readonly hash: string;
  readonly nonce: number;
  readonly block: number;
  /** The step that it has the same effect as. */
  readonly step?: PlannedStep;
  /** Its signed bytes, if a test needs them. */
  readonly raw?: string;
}

/** A transaction that another program signed with the account's key. */
export function foreignTransaction(
  nonce: number,
  block: number,
  step?: PlannedStep,
): ForeignTransaction & { readonly raw: string } {
  const { to, data = "0x", value = 0n } = step ?? {};
  const terms = { type: 0, chainId: CHAIN_ID, nonce, gasLimit: 50_000, gasPrice: 9n };
  const transaction = Transaction.from({ ...terms, to, data, value });
  transaction.signature = wallet.signingKey.sign(transaction.unsignedHash);
  return { hash: transaction.hash!, nonce, block, step, raw: transaction.serialized };
}

/** An in-memory node that mines its pool once per block; its time only passes during sleeps. */
export class FakeNode {
  genesis = GENESIS;
  now = 1_000_000;
  block = 10;
  /** Code of every address. */
  code = "0x";
  baseFee = GWEI;
  /** The tip that it suggests. */
  tip = GWEI;
  /** The tips that its last blocks paid, 0 for empty blocks; undefined if it does not support the request. */
  tips: readonly bigint[] | undefined;
  /** Blocks are mined only while this is true. */
  mines = true;
  /** The error that answers every transaction, if any. */
  refusal: string | undefined;
  /** Pending transactions of the account from other programs. */
  others = 0;
  readonly requests: string[] = [];
  readonly pool: Transaction[] = [];
  /** Block numbers by transaction hash. */
  readonly mined = new Map<string, number>();
  /** Mined transactions of the account from other programs. */
  readonly foreign: ForeignTransaction[] = [];
  /** The latest block's timestamp, in Unix seconds. */
  time = 1;
  /** Hides all receipts, as a node that lags does. */
  hidesReceipts = false;
  /** The highest number of transactions in the pool so far. */
  mostPending = 0;
  /** The size of the pool, in transactions; more are refused. */
  poolRoom = Infinity;
  /** How many transactions stay in the pool after a block; more are dropped silently. */
  poolKeeps = Infinity;
  /** The size of a block, in transactions. */
  blockRoom = Infinity;
  /** The transactions that it was sent, in order, also those that it refused. */
  readonly handed: Transaction[] = [];
  /** Its block when it was sent each of them. */
  readonly handedIn: number[] = [];
  /** How often each nonce was sent. */
  readonly sent = new Map<number, number>();

  readonly provider: Eip1193Provider = {
    request: ({ method, params = [] }) => {
      this.requests.push(method);
      if (++this.#requestsSinceSleep > MOST_REQUESTS) throw new Error("Asked without end.");
      return Promise.resolve().then(() => this.answer(method, params));
    },
  };

  readonly clock = {
    now: () => this.now,
    sleep: (milliseconds: number) => {
      this.now += milliseconds;
      this.#requestsSinceSleep = 0;
      if (++this.#sleeps > MOST_SLEEPS) throw new Error("Waited without end.");
      this.mine();
      return Promise.resolve();
    },
  };

  /** Transaction hashes for the next block. */
  readonly #block: string[] = [];
  #sleeps = 0;
  #requestsSinceSleep = 0;

  answer(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case "eth_chainId":
        return toQuantity(CHAIN_ID);
      case "eth_blockNumber":
        return toQuantity(this.block);
      case "eth_getBlockByNumber":
        return params[0] === "0x0"
          ? { hash: this.genesis }
          : {
              number: toQuantity(this.block),
              timestamp: toQuantity(this.time),
              gasLimit: "0x1000000",
              baseFeePerGas: toQuantity(this.baseFee),
              transactions: this.#transactionsOf(Number(params[0])),
            };
      case "eth_getCode":
        return this.code;
      case "eth_maxPriorityFeePerGas":
        return toQuantity(this.tip);
      case "eth_feeHistory":
        return this.#feeHistory(method);
      case "eth_getTransactionCount":
        return toQuantity(
          params[1] === "pending" ? this.#nextPending() : this.#minedUpTo(params[1], method),
        );
      case "eth_getTransactionByHash":
        return this.pool.some(({ hash }) => hash === params[0]) ? {} : null;
      case "eth_getTransactionReceipt":
        return this.#receipt(String(params[0]));
      case "eth_sendRawTransaction":
        return this.#take(sentAs(String(params[0])));
      default:
        throw noMethod(method);
    }
  }

  /** Answers as a function says, which may ask for the usual answer. */
  instead(
    change: (method: string, params: readonly unknown[], usual: () => unknown) => unknown,
  ): void {
    const usual = this.answer.bind(this);
    this.answer = (method, params) => change(method, params, () => usual(method, params));
  }

  /** Does something before each block. */
  beforeBlocks(act: () => void): void {
    const mine = this.mine.bind(this);
    this.mine = () => {
      act();
      mine();
    };
  }

  mine(): void {
    if (!this.mines) return;
    this.block++;
    this.pool.sort((a, b) => a.nonce - b.nonce);
    let next = this.mined.size + this.foreign.length;
    while (this.pool[0]?.nonce === next && next < this.mined.size + this.blockRoom) {
      const [{ hash } = { hash: null }] = this.pool.splice(0, 1);
      this.#block.push(hash ?? "");
      next++;
    }
    for (const hash of this.#block.splice(0)) this.mined.set(hash, this.block);
    this.pool.splice(this.poolKeeps);
  }

  #feeHistory(method: string): unknown {
    if (this.tips === undefined) throw noMethod(method);
    return { reward: this.tips.map((tip) => [toQuantity(tip)]) };
  }

  /** Transactions behind a missing nonce do not count. */
  #nextPending(): number {
    const nonces = new Set(this.pool.map(({ nonce }) => nonce));
    let next = this.#minedUpTo("latest", "") + this.others;
    while (nonces.has(next)) next++;
    return next;
  }

  #minedUpTo(tag: unknown, method: string): number {
    if (!/^(latest|0x[0-9a-f]+)$/.test(String(tag))) {
      throw new RpcError(method, { code: -32602, message: `no such block: ${String(tag)}` });
    }
    const last = String(tag).startsWith("0x") ? Number(tag) : this.block;
    const blocks = [...this.mined.values(), ...this.foreign.map(({ block }) => block)];
    return blocks.filter((block) => block <= last).length;
  }

  /** Returns the foreign transactions of a block; nobody looks for ours. */
  #transactionsOf(number: number): readonly object[] {
    return this.foreign
      .filter(({ block }) => block === number)
      .map(({ hash, nonce, step, raw }) => ({
        ...(raw !== undefined && signedFields(raw)),
        hash,
        from: wallet.address,
        nonce: toQuantity(nonce),
        to: step?.to ?? null,
        input: step?.data ?? "0x",
        value: toQuantity(step?.value ?? 0n),
      }));
  }

  #take(transaction: Transaction): string {
    this.handed.push(transaction);
    this.handedIn.push(this.block);
    if (this.refusal !== undefined) {
      throw new RpcError("eth_sendRawTransaction", { code: -32000, message: this.refusal });
    }
    this.sent.set(transaction.nonce, (this.sent.get(transaction.nonce) ?? 0) + 1);
    if (this.pool.length >= this.poolRoom) {
      throw new RpcError("eth_sendRawTransaction", { code: -32000, message: "txpool is full" });
    }
    const same = this.pool.findIndex(({ nonce }) => nonce === transaction.nonce);
    if (same === -1) this.pool.push(transaction);
    else this.pool[same] = transaction;
    this.mostPending = Math.max(this.mostPending, this.pool.length);
    return transaction.hash ?? "";
  }

  #receipt(hash: string): unknown {
    const block = this.mined.get(hash) ?? this.foreign.find((each) => each.hash === hash)?.block;
    if (block === undefined || this.hidesReceipts) return null;
    return {
      transactionHash: hash,
      blockNumber: toQuantity(block),
      gasUsed: "0x5208",
      status: "0x1",
      // A false address, which must not be trusted.
      contractAddress: "0x6666666666666666666666666666666666666666",
      logs: [],
    };
  }
}

/** The transaction of signed bytes. Hashes it once: ethers does so at each look, and this node compares many. */
function sentAs(raw: string): Transaction {
  const transaction = Transaction.from(raw);
  return Object.defineProperty(transaction, "hash", { value: transaction.hash });
}

/** The fields of a transaction with which a node proves its signature. */
function signedFields(raw: string): object {
  const { type, chainId, gasLimit, gasPrice, maxFeePerGas, maxPriorityFeePerGas, signature } =
    Transaction.from(raw);
  const { r, s, v, networkV, yParity } = signature!;
  const fees: Record<string, bigint | number | null> =
    type === 2
      ? { maxFeePerGas, maxPriorityFeePerGas, v: yParity }
      : { gasPrice, v: networkV ?? v };
  const fields = Object.entries({ type, chainId, gas: gasLimit, ...fees });
  const quantities = fields.map(([name, value]) => [name, toQuantity(value ?? 0)]);
  return { ...(Object.fromEntries(quantities) as object), r, s };
}

function noMethod(method: string): RpcError {
  return new RpcError(method, { code: -32601, message: "no such method" });
}

const signatures = new Map<string, Promise<string>>();

/** Signs each transaction only once: tests repeat them, and a signature takes a millisecond. */
async function signOnce(transaction: TransactionToSign): Promise<string> {
  const key = JSON.stringify(Object.values(transaction).map(String));
  const known = signatures.get(key) ?? wallet.signTransaction(transaction);
  signatures.set(key, known);
  return await known;
}

/** A test's changes to a sending context. */
type Changes = Partial<Omit<SendingContext, "fees">> & {
  readonly fees?: FeePolicy;
  /** Decides whether to pay more than the cap. */
  readonly confirmHigherFee?: (higher: HigherFee) => Promise<boolean>;
};

/** Returns a sending context for a node; `signed` lists the signed nonces. */
export function contextOn(node: FakeNode, { fees, confirmHigherFee, ...more }: Changes = {}) {
  const events: MigrationEvent[] = [];
  const signed: number[] = [];
  // A wallet, because the address of any other signer is recovered from each signature, which takes 2.5 ms.
  const signer: TransactionSigner = Object.assign(new Wallet(wallet.signingKey), {
    signTransaction: async (transaction: TransactionToSign) => {
      signed.push(transaction.nonce);
      return await signOnce(transaction);
    },
  });
  const chain = {
    name: "private",
    chainId: CHAIN_ID,
    genesis: GENESIS,
    inProcess: false,
  } as unknown as Target["chain"];
  const policy = fees ?? { gasPrice: undefined, cap: 30n * GWEI, raiseAfter: 120_000 };
  const context: SendingContext = {
    target: new Target(node.provider, chain, node.clock),
    journal: new MemoryJournal(
      sampleHeader({
        chainId: CHAIN_ID,
        genesis: GENESIS,
        account: wallet.address,
        transactionGasLimit: 1_000_000n,
        fundingGasPrice: 1n,
        firstBlock: 1,
        movesClock: false,
        nonces: { [wallet.address]: 0 },
      }),
    ),
    signers: new Map([[wallet.address, signer]]),
    fees: new FeeLimit(policy, confirmHigherFee),
    confirmations: 1,
    repeatAfter: 15_000,
    polling: 2_000,
    onEvent: (event) => events.push(event),
    clock: node.clock,
    ...more,
  };
  return { context, events, signed };
}

/** Returns planned steps: calls of another contract, or deployments at the addresses of their nonces. */
export function plannedSteps(count: number, creates = false): PlannedStep[] {
  return Array.from({ length: count }, (_, nonce) => {
    const to = creates ? {} : { to: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1" };
    const call = { ...to, data: toQuantity(256 + nonce).padEnd(6, "0"), value: 0n };
    const contractAddress = getCreateAddress({ from: wallet.address, nonce });
    return {
      kind: "transaction",
      step: `step/${nonce}`,
      from: wallet.address,
      ...call,
      call: callOf(call),
      gas: 50_000n,
      gasUsed: 40_000n,
      logs: [],
      wave: 0,
      ...(creates && { contractAddress }),
    };
  });
}
