import { getAddress, getCreateAddress, toQuantity } from "ethers";

import type { Warning } from "../../../foundation/support/warning.js";
import { MigrationError, SigningError } from "../../../foundation/support/errors.js";
import type { Network } from "../../../foundation/chain/networks.js";
import { privateNetwork } from "../../../foundation/chain/private-chain.js";
import { ChainDeployer } from "./chain-deployer.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import type { Fees } from "../../../foundation/chain/fees.js";
import { gasLimitOf, moreGasAdvice } from "../../../foundation/chain/gas-limit.js";
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
  /**
   * True if the network throws when a transaction reverts (Hardhat's throwOnTransactionFailures, on by default). If it
   * also mines at once, most receipts are not needed.
   */
  readonly throwsOnFailure?: boolean;
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
  /** True if a sent transaction is certainly mined and did not revert. */
  readonly #sentIsDone: boolean;
  #count = 0;
  /** The account's next nonce, if nobody else sends from it; undefined until it is read. */
  #nonce: number | undefined;
  #gasUsed = 0n;
  readonly #unseen: string[] = [];
  /** The latest block's base fee in wei, for a chain in this process; undefined before London. */
  #baseFee: bigint | undefined;

  static async create(options: DirectDeployerOptions): Promise<DirectDeployer> {
    const { provider } = options;
    const chainId = Number(await ask(provider, "eth_chainId"));
    const accounts = await directAccounts(provider, options.signer);
    const block = await latestBlock(provider);
    const transactionGasLimit = gasLimitOf(BigInt(block.gasLimit));
    // If no transaction can fill half a block, the base fee never rises, so there is no need to follow it.
    const sentIsDone =
      options.inProcess &&
      options.throwsOnFailure === true &&
      transactionGasLimit * 2n <= BigInt(block.gasLimit) &&
      (await ask(provider, "hardhat_getAutomine")) === true;
    return new DirectDeployer(options, block, sentIsDone, {
      network: options.network ?? privateNetwork(chainId),
      ...accounts,
      transactionGasLimit,
      onWarning: options.onWarning,
    });
  }

  private constructor(
    options: DirectDeployerOptions,
    { number, baseFeePerGas }: { readonly number: string; readonly baseFeePerGas?: string },
    sentIsDone: boolean,
    chain: ChainFacts,
  ) {
    super(options.provider, chain);
    this.#options = options;
    this.firstBlock = Number(number) + 1;
    this.#baseFee = baseFeePerGas === undefined ? undefined : BigInt(baseFeePerGas);
    this.#sentIsDone = sentIsDone;
  }

  get canMoveClock(): boolean {
    return this.#options.inProcess;
  }

  get stepCount(): number {
    return this.#count;
  }

  async gasUsed(): Promise<bigint> {
    for (const hash of this.#unseen.splice(0)) {
      this.#gasUsed += BigInt((await this.#receipt(hash)).gasUsed);
    }
    return this.#gasUsed;
  }

  async increaseTime(_step: string, seconds: number): Promise<void> {
    await this.request("evm_increaseTime", [seconds]);
    await this.request("evm_mine");
  }

  /** Accounts that a provider signs for are funded by their owner. */
  async fundTestAccounts(): Promise<void> {}

  protected async perform(request: StepRequest): Promise<PerformedStep> {
    if (this.#sentIsDone && request.to === undefined) return await this.#create(request);
    const transactionHash = await this.#submit(request);
    const receipt = this.#needsReceipt(request)
      ? await this.#confirm(request, transactionHash)
      : undefined;
    this.#record(request.step, transactionHash, receipt);
    const logs = receipt?.logs ?? [];
    if (request.to !== undefined) return { logs };
    const created = receipt?.contractAddress ?? (await this.#createdAddress(transactionHash));
    return { logs, contractAddress: created };
  }

  /** Without a receipt: creator and nonce determine a contract's address. */
  async #create(request: StepRequest): Promise<PerformedStep> {
    const nonce = this.#nonce ?? (await this.#nextNonce());
    let hash: string;
    let contractAddress = getCreateAddress({ from: request.from, nonce });
    try {
      hash = await this.#submit(request, nonce);
    } catch (error) {
      if (!isWrongNonce(error)) throw error;
      // Something else was sent from the account since. A transaction that is refused for its nonce is not mined.
      hash = await this.#submit(request);
      contractAddress = await this.#createdAddress(hash);
    }
    this.#record(request.step, hash, undefined);
    return { logs: [], contractAddress };
  }

  #needsReceipt({ wantsLogs }: StepRequest): boolean {
    return !this.#sentIsDone || wantsLogs === true;
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

  #record(step: string, transactionHash: string, receipt: RpcReceipt | undefined): void {
    const count = ++this.#count;
    if (receipt === undefined) this.#unseen.push(transactionHash);
    else this.#gasUsed += BigInt(receipt.gasUsed);
    if (this.#baseFee !== undefined && receipt?.effectiveGasPrice !== undefined) {
      this.#baseFee = BigInt(receipt.effectiveGasPrice);
    }
    this.#options.onEvent?.({ type: "performed", step, count, transactionHash });
  }

  /** Sends a step's transaction, signed here if its account has a signer, otherwise by the node. */
  async #submit({ step, from, to, data }: StepRequest, wanted?: number): Promise<string> {
    const known = from === this.account ? (wanted ?? this.#nonce) : undefined;
    // Whether a transaction that fails takes its nonce depends on the failure.
    if (from === this.account) this.#nonce = undefined;
    const { signer } = this.#options;
    const call = { ...(to !== undefined && { to }), data };
    try {
      const gas = await this.#gasFor({ from, ...call });
      const fees = this.#fees();
      let hash: string;
      if (signer === undefined || from !== signer.address) {
        const nonce = wanted !== undefined && { nonce: toQuantity(wanted) };
        const transaction = { from, ...call, ...nonce, gas, ...(fees && inHex(fees)) };
        hash = await this.request("eth_sendTransaction", [transaction]);
      } else {
        const transaction = {
          ...call,
          chainId: this.network.chainId,
          nonce: wanted ?? (await this.#nextNonce()),
          gasLimit: BigInt(gas),
          value: 0n,
          ...(fees ?? (await this.#suggestedFees())),
        };
        const { raw } = await signTransaction(signer, transaction, step);
        hash = await this.request("eth_sendRawTransaction", [raw]);
      }
      if (known !== undefined) this.#nonce = known + 1;
      return hash;
    } catch (error) {
      throw this.#failed(step, error);
    }
  }

  async #nextNonce(): Promise<number> {
    return Number(await this.request("eth_getTransactionCount", [this.account, "pending"]));
  }

  async #suggestedFees(): Promise<Fees> {
    return { type: 0, gasPrice: BigInt(await this.request<string>("eth_gasPrice")) };
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
    const deadline = Date.now() + RECEIPT_TIMEOUT * 1000;
    for (;;) {
      const receipt = await this.request<RpcReceipt | null>("eth_getTransactionReceipt", [hash]);
      if (receipt !== null) return receipt;
      if (Date.now() > deadline) {
        throw new MigrationError(`transaction ${hash} was not mined in ${RECEIPT_TIMEOUT} seconds`);
      }
      // A simulated network without automine waits for us to mine.
      if (this.#options.inProcess) {
        await this.request("evm_mine");
      } else {
        await new Promise((resolve) => setTimeout(resolve, RECEIPT_POLLING));
      }
    }
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

  async #createdAddress(hash: string): Promise<string> {
    type Sent = Readonly<Record<"from" | "nonce", string>>;
    const { from, nonce } = await this.request<Sent>("eth_getTransactionByHash", [hash]);
    return getCreateAddress({ from, nonce: BigInt(nonce) });
  }

  /** An error that names the step; a signer's refusal already does. */
  #failed(step: string, error: unknown): MigrationError {
    if (error instanceof SigningError) return error;
    const reason = failureReason(error);
    const advice = moreGasAdvice(reason, this.transactionGasLimit);
    return new MigrationError(`Step ${step} failed: ${reason}${advice}`, { cause: error });
  }
}

function isWrongNonce(error: unknown): boolean {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof Error && /^nonce too (low|high)/i.test(cause.message);
}

function inHex({ type: _, ...fees }: Fees): Record<string, string> {
  return Object.fromEntries(Object.entries(fees).map(([name, wei]) => [name, toQuantity(wei)]));
}
