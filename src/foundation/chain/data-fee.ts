import { id, Interface, ZeroAddress } from "ethers";

import { ask, type Eip1193Provider } from "./provider.js";
import { ConnectionError } from "./rpc-error.js";
import { unsignedOf } from "./sign-here.js";

/** Arbitrum's NodeInterface. It has no code: nodes answer calls to it themselves. */
const NODE_INTERFACE = "0x00000000000000000000000000000000000000C8";
/** Arbitrum's ArbSys, which has code. */
const ARB_SYS = "0x0000000000000000000000000000000000000064";
const GAS_PRICE_ORACLE = "0x420000000000000000000000000000000000000F";
const ABI = new Interface([
  "function gasEstimateL1Component(address to, bool contractCreation, bytes data) payable returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)",
  "function getL1Fee(bytes data) view returns (uint256)",
]);

/** Percent added to a transaction's estimated gas for data. */
const GAS_MARGIN = 25n;
/** The L1's price changes, so the account must have this many times the data fee. */
const FEE_FACTOR = 2n;

/** What an L2 charges for a transaction's data, on top of its execution. */
export interface DataFee {
  /** False if the chain charges for data but does not say how much. */
  readonly isKnown: boolean;
  /** Charged as gas of the transaction itself, as on Arbitrum. */
  readonly gas: bigint;
  /** Charged apart from gas, in wei, as on OP-stack chains. */
  readonly wei: bigint;
}

const UNKNOWN: DataFee = { isKnown: false, gas: 0n, wei: 0n };

/** Gas added to a transaction's gas limit for its data, with a margin. */
export function dataGasLimit(fee: DataFee | undefined): bigint {
  return ((fee?.gas ?? 0n) * (100n + GAS_MARGIN)) / 100n;
}

/** The most that a transaction may pay for its data apart from gas, in wei. */
export function mostDataWei(fee: DataFee | undefined): bigint {
  return (fee?.wei ?? 0n) * FEE_FACTOR;
}

/**
 * The largest transaction of a test account, a proposal with a description. Random bytes, which no chain can compress.
 */
const SAMPLE_BYTES = 512;

/**
 * The most that a test account may pay for the data of one transaction, with the same margins as other transactions; 0
 * if the chain does not charge for data, or does not say how much.
 * @param gasPrice in wei per gas
 * @returns in wei
 */
export async function mostDataFee(
  provider: Eip1193Provider,
  chainId: number,
  gasPrice: bigint,
): Promise<bigint> {
  let data = id("");
  while (data.length < 2 + 2 * SAMPLE_BYTES) data += id(data).slice(2);
  const to = ZeroAddress;
  const [fee] = (await new DataFees(provider, chainId).of([{ to, data, value: 0n }])) ?? [];
  return dataGasLimit(fee) * gasPrice + mostDataWei(fee);
}

interface Unsigned {
  /** Absent if a contract is created. */
  readonly to?: string;
  readonly data: string;
  /** In wei. */
  readonly value: bigint;
}

type Kind = "arbitrum" | "opStack" | "unknown" | "none";

/** What a chain charges for data: nothing, unless it is an L2. */
export class DataFees {
  readonly #provider: Eip1193Provider;
  readonly #chainId: number;
  #kind: Promise<Kind> | undefined;

  constructor(provider: Eip1193Provider, chainId: number) {
    this.#provider = provider;
    this.#chainId = chainId;
  }

  /** Finds out how the chain charges for data, and remembers it. */
  async detect(): Promise<Kind> {
    return await (this.#kind ??= this.#detect());
  }

  /**
   * Returns what each transaction pays for its data.
   * @returns in the order of the transactions; undefined if the chain does not charge for data
   */
  async of(transactions: readonly Unsigned[]): Promise<readonly DataFee[] | undefined> {
    const kind = await this.detect();
    if (kind === "none") return undefined;
    if (kind === "unknown") return transactions.map(() => UNKNOWN);
    return await Promise.all(
      transactions.map((each) => (kind === "arbitrum" ? this.#gasOf(each) : this.#weiOf(each))),
    );
  }

  async #detect(): Promise<Kind> {
    const [oracle, answer] = await Promise.all([
      this.#read("eth_getCode", GAS_PRICE_ORACLE),
      this.#call(NODE_INTERFACE, l1Component({ data: "0x", value: 0n })),
    ]);
    if (isCode(oracle)) return "opStack";
    if (words(answer) === 3) return "arbitrum";
    if (answer === "0x") return "none";
    // Only on Arbitrum does a call to an address without code fail.
    return isCode(await this.#read("eth_getCode", ARB_SYS)) ? "unknown" : "none";
  }

  async #gasOf(transaction: Unsigned): Promise<DataFee> {
    const answer = await this.#call(NODE_INTERFACE, l1Component(transaction));
    if (words(answer) !== 3) return UNKNOWN;
    const gas = BigInt(`0x${String(answer).slice(2, 66)}`);
    return { isKnown: true, gas, wei: 0n };
  }

  async #weiOf({ to, data, value }: Unsigned): Promise<DataFee> {
    // Nonce, gas and fees with as many bytes as in the final transaction.
    const fees = { type: 2, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n } as const;
    const usual = { ...fees, chainId: this.#chainId, nonce: 0xffff, gasLimit: 0xffffffn };
    const unsigned = unsignedOf({ ...usual, to, data, value });
    const asked = ABI.encodeFunctionData("getL1Fee", [unsigned]);
    const answer = await this.#call(GAS_PRICE_ORACLE, asked);
    if (words(answer) !== 1) return UNKNOWN;
    return { isKnown: true, gas: 0n, wei: BigInt(String(answer)) };
  }

  async #call(to: string, data: string): Promise<unknown> {
    return await this.#read("eth_call", { to, data });
  }

  /** @returns undefined if the node refuses */
  async #read(method: string, of: unknown): Promise<unknown> {
    try {
      return await ask(this.#provider, method, of, "latest");
    } catch (error) {
      if (error instanceof ConnectionError) throw error;
      return undefined;
    }
  }
}

function l1Component({ to, data }: Unsigned): string {
  const values = [to ?? ZeroAddress, to === undefined, data];
  return ABI.encodeFunctionData("gasEstimateL1Component", values);
}

/** Number of 32-byte words in an answer; -1 if it is anything else. */
function words(answer: unknown): number {
  const isHex = typeof answer === "string" && /^0x([0-9a-f]{64})+$/i.test(answer);
  return isHex ? (answer.length - 2) / 64 : -1;
}

function isCode(answer: unknown): boolean {
  return typeof answer === "string" && /^0x[0-9a-f]{2}/i.test(answer);
}
