import { getAddress, toQuantity } from "ethers";

import type { Warning } from "../../../foundation/support/warning.js";
import { SYSTEM_CLOCK } from "../../../foundation/support/clock.js";
import { MigrationError, SigningError } from "../../../foundation/support/errors.js";
import type { Network } from "../../../foundation/chain/networks.js";
import { privateNetwork } from "../../../foundation/chain/private-chain.js";
import { ChainDeployer } from "./chain-deployer.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import type { Fees } from "../../../foundation/chain/fees.js";
import { gasLimitOf, failureAdvice } from "../../../foundation/chain/gas-limit.js";
import { askAgain, untilShown } from "../../../foundation/chain/incomplete-answers.js";
import { latestBlock } from "../../../foundation/chain/latest-block.js";
import { ask, type Eip1193Provider, nodeAccounts } from "../../../foundation/chain/provider.js";
import type { RpcReceipt } from "../../../foundation/chain/rpc-types.js";
import { signTransaction, type TransactionSigner } from "../../../foundation/chain/signer.js";
import type { OnEvent } from "../steps/event.js";
import type { ChainFacts, PerformedStep, StepRequest } from "../steps/step.js";

const ONE_GWEI = 1_000_000_000n;
const TEST_ACCOUNTS = 10;
/** Milliseconds between requests for a receipt, on a chain that somebody else mines. */
const RECEIPT_POLLING = 100;
/** Seconds after which an unmined transaction counts as failed. */
const RECEIPT_TIMEOUT = 600;

export interface DirectDeployerOptions {
  readonly provider: Eip1193Provider;
  /** True for a simulated network in this process: its clock is ours, and gas costs nothing. */
  readonly inProcess: boolean;
  /** Signs for the deploying account. Default: the provider's first account. */
  readonly signer?: TransactionSigner;
  /** Default: a private network, like a chain in this process. */
  readonly network?: Network;
  /** In wei. Default: the network's own price. */
  readonly gasPrice?: bigint;
  readonly onEvent?: OnEvent;
  readonly onWarning?: (warning: Warning) => void;
}

/** The deploying account, and the first ten accounts that a provider signs for. */
export async function directAccounts(
  provider: Eip1193Provider,
  signer: TransactionSigner | undefined,
): Promise<{ readonly account: string; readonly testAccounts: readonly string[] }> {
  const addresses = await nodeAccounts(provider);
  const accounts = addresses.map((address) => getAddress(address));
  const account = signer?.address ?? accounts[0];
  if (account !== undefined) return { account, testAccounts: accounts.slice(0, TEST_ACCOUNTS) };
  throw new MigrationError(
    "The network has no account to send from. Add accounts to it in hardhat.config.",
  );
}

/**
 * Sends each step at once, from accounts that the provider signs for, and continues when it is mined. Made for a chain
 * in this process, where a transaction takes a millisecond.
 */
export class DirectDeployer extends ChainDeployer {
  protected readonly firstBlock: number;
  readonly #options: DirectDeployerOptions;
  #count = 0;
  #gasUsed = 0n;
  /** The latest block's base fee in wei, for a chain in this process; undefined before London. */
  #baseFee: bigint | undefined;

  static async create(options: DirectDeployerOptions): Promise<DirectDeployer> {
    const { provider } = options;
    const chainId = Number(await ask(provider, "eth_chainId"));
    const accounts = await directAccounts(provider, options.signer);
    const block = await latestBlock(provider);
    const transactionGasLimit = gasLimitOf(BigInt(block.gasLimit));
    return new DirectDeployer(options, block, {
      network: options.network ?? privateNetwork(chainId),
      ...accounts,
      transactionGasLimit,
      onWarning: options.onWarning,
    });
  }

  private constructor(
    options: DirectDeployerOptions,
    { number, baseFeePerGas }: { readonly number: string; readonly baseFeePerGas?: string },
    chain: ChainFacts,
  ) {
    super(options.provider, chain);
    this.#options = options;
    this.firstBlock = Number(number) + 1;
    this.#baseFee = baseFeePerGas === undefined ? undefined : BigInt(baseFeePerGas);
  }

  get canMoveClock(): boolean {
    return this.#options.inProcess;
  }

  get stepCount(): number {
    return this.#count;
  }

  get gasUsed(): bigint {
    return this.#gasUsed;
  }

  async increaseTime(_step: string, seconds: number): Promise<void> {
    await this.request("evm_increaseTime", [seconds]);
    await this.#mine();
  }

  /** Accounts that a provider signs for are funded by their owner. */
  async fundTestAccounts(): Promise<void> {}

  protected async perform(request: StepRequest): Promise<PerformedStep> {
    const transactionHash = await this.#submit(request);
    const { logs, contractAddress, gasUsed, effectiveGasPrice } = await this.#confirm(
      request,
      transactionHash,
    );
    this.#gasUsed += BigInt(gasUsed);
    if (this.#baseFee !== undefined && effectiveGasPrice !== undefined) {
      this.#baseFee = BigInt(effectiveGasPrice);
    }
    this.#count++;
    const { step } = request;
    this.#options.onEvent?.({ type: "performed", step, count: this.#count, transactionHash });
    return { logs, contractAddress: contractAddress ?? undefined };
  }

  async #confirm(request: StepRequest, transactionHash: string): Promise<RpcReceipt> {
    const { step } = request;
    const receipt = await this.#receipt(transactionHash).catch((error: unknown) => {
      throw this.#failed(step, error);
    });
    if (receipt.status !== "0x0") return receipt;
    const reason = await this.#reasonOf(request, receipt);
    throw new MigrationError(
      `Step ${step} failed: transaction ${transactionHash} reverted${reason}`,
    );
  }

  /** Sends a step's transaction, signed here if its account has a signer, otherwise by the node. */
  async #submit({ step, from, to, data }: StepRequest): Promise<string> {
    const { signer } = this.#options;
    const call = { ...(to !== undefined && { to }), data };
    try {
      const gas = await this.#gasFor({ from, ...call });
      const fees = this.#fees();
      if (signer === undefined || from !== signer.address) {
        const transaction = { from, ...call, gas, ...(fees && inHex(fees)) };
        return await this.request("eth_sendTransaction", [transaction]);
      }
      const count = await this.request<string>("eth_getTransactionCount", [from, "pending"]);
      const transaction = {
        ...call,
        chainId: this.network.chainId,
        nonce: Number(count),
        gasLimit: BigInt(gas),
        value: 0n,
        ...(fees ?? { type: 0, gasPrice: BigInt(await this.request<string>("eth_gasPrice")) }),
      };
      const { raw } = await signTransaction(signer, transaction, step);
      return await this.request("eth_sendRawTransaction", [raw]);
    } catch (error) {
      throw this.#failed(step, error);
    }
  }

  /**
   * The requested price. On a chain in this process, the lowest that it accepts, because asking for a price would take
   * one request a step. The base fee rises by at most an eighth per block. With no tip, the price in a receipt is the
   * base fee.
   */
  #fees(): Fees | undefined {
    const { gasPrice, inProcess } = this.#options;
    if (gasPrice !== undefined) return { type: 0, gasPrice };
    if (!inProcess) return undefined;
    if (this.#baseFee === undefined) return { type: 0, gasPrice: ONE_GWEI };
    return { type: 2, maxFeePerGas: this.#baseFee * 2n + ONE_GWEI, maxPriorityFeePerGas: 0n };
  }

  /** On a chain in this process gas costs nothing, and an estimate would run the transaction several times. */
  async #gasFor(transaction: object): Promise<string> {
    if (this.#options.inProcess) return toQuantity(this.transactionGasLimit);
    return await this.request("eth_estimateGas", [transaction]);
  }

  async #receipt(hash: string): Promise<RpcReceipt> {
    const read = async () =>
      await this.request<RpcReceipt | null>("eth_getTransactionReceipt", [hash]);
    // A simulated network without automine waits for us to mine.
    const mine = async () => await this.#mine();
    const clock = this.#options.inProcess ? { ...SYSTEM_CLOCK, sleep: mine } : SYSTEM_CLOCK;
    const pause = untilShown(clock, RECEIPT_POLLING, RECEIPT_TIMEOUT * 1000);
    const receipt = await askAgain(read, (found) => found !== null, pause);
    if (receipt !== null) return receipt;
    throw new MigrationError(`transaction ${hash} was not mined in ${RECEIPT_TIMEOUT} seconds`);
  }

  /**
   * EDR 0.22 panics, which ends the process, if it mines an empty block on request, then one with transactions at its
   * interval, and again an empty one on request: its logger replaces a line that it has already dropped. A call in
   * between makes the logger forget that line.
   */
  async #mine(): Promise<void> {
    await this.request("eth_call", [{ to: this.account }]);
    await this.request("evm_mine");
  }

  /** The revert reason. Receipts do not have it, but repeating the call on the block before returns it. */
  async #reasonOf({ from, to, data }: StepRequest, receipt: RpcReceipt): Promise<string> {
    const gas = toQuantity(this.transactionGasLimit);
    const call = { from, ...(to !== undefined && { to }), data, gas };
    try {
      await this.request("eth_call", [call, toQuantity(BigInt(receipt.blockNumber) - 1n)]);
    } catch (error) {
      return `, ${failureReason(error)}`;
    }
    return ".";
  }

  /** An error that names the step; a signer's refusal already does. */
  #failed(step: string, error: unknown): MigrationError {
    if (error instanceof SigningError) return error;
    const reason = failureReason(error);
    const advice = /below the minimum of/.test(reason)
      ? ". Pass --gas-price, in gwei, or omit minGasPrice in the network's configuration."
      : failureAdvice(reason, this.transactionGasLimit);
    return new MigrationError(`Step ${step} failed: ${reason}${advice}`, { cause: error });
  }
}

function inHex({ type: _, ...fees }: Fees): Record<string, string> {
  return Object.fromEntries(Object.entries(fees).map(([name, wei]) => [name, toQuantity(wei)]));
}
