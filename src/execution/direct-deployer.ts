import { getAddress, getCreateAddress, toQuantity, type BaseWallet } from "ethers";

import { decodeResult, encodeCall, encodeDeployment, functionEntry } from "../arc/abi.js";
import type { AbiEntry, Artifact } from "../arc/artifact.js";
import { MigrationError } from "../errors.js";
import type {
  CallOptions,
  Contract,
  Deployer,
  FunctionSelector,
  StepReceipt,
} from "../migration/deployer.js";
import { networkOf, type Network } from "../networks.js";
import type { Eip1193Provider } from "./provider.js";
import { failureReason } from "./failure-reason.js";

/** Since Osaka no transaction may ask for more gas (EIP-7825); before, no step of ours needed more. */
const PROTOCOL_GAS_LIMIT = 16_777_216n;
const ONE_GWEI = 1_000_000_000n;
const TEST_ACCOUNTS = 10;
/** How often a chain that does not mine by itself is asked for a receipt, in milliseconds. */
const RECEIPT_POLLING = 100;
/** Seconds until a transaction that is not mined is given up. */
const RECEIPT_TIMEOUT = 600;

/** A step that has been mined. */
export interface StepEvent {
  readonly step: string;
  /** Count of steps up to this one. */
  readonly count: number;
  readonly gasUsed: bigint;
  readonly transactionHash: string;
}

export interface DirectDeployerOptions {
  readonly provider: Eip1193Provider;
  /** True for a simulated network in this process: its clock is ours and gas costs nothing. */
  readonly inProcess: boolean;
  /** Signs for the deploying account; by default that is the provider's first account. */
  readonly wallet?: BaseWallet | undefined;
  /** In wei; by default the network's own. */
  readonly gasPrice?: bigint | undefined;
  readonly onStep?: (event: StepEvent) => void;
}

interface RpcReceipt {
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly gasUsed: string;
  readonly status?: string;
  readonly contractAddress?: string | null;
  readonly logs: readonly { address: string; topics: readonly string[]; data: string }[];
}

/**
 * Sends each step at once, from accounts that the provider can sign for, and goes on when it is
 * mined. Made for a chain in this process, where a transaction takes a millisecond.
 */
export class DirectDeployer implements Deployer {
  readonly #provider: Eip1193Provider;
  readonly #options: DirectDeployerOptions;
  #count = 0;
  #gasUsed = 0n;

  readonly network: Network;
  readonly account: string;
  readonly testAccounts: readonly string[];
  readonly transactionGasLimit: bigint;

  /** Reads from the chain what a deployer has to know: its id, its accounts, its gas limit. */
  static async create(options: DirectDeployerOptions): Promise<DirectDeployer> {
    const request = async (method: string, params: unknown[] = []) =>
      await options.provider.request({ method, params });
    const accounts = ((await request("eth_accounts")) as string[]).map((address) =>
      getAddress(address),
    );
    const chainId = Number(await request("eth_chainId"));
    const account = options.wallet?.address ?? accounts[0];
    if (account === undefined) {
      throw new MigrationError(
        `The network (chain id ${chainId}) offers no account to send from. Give it accounts in hardhat.config.`,
      );
    }
    const block = (await request("eth_getBlockByNumber", ["latest", false])) as {
      gasLimit: string;
      baseFeePerGas?: string;
    };
    const blockGasLimit = BigInt(block.gasLimit);
    // Asking the node for a price costs a request a step, and in the process any price will do.
    const ownPrice = options.inProcess
      ? BigInt(block.baseFeePerGas ?? 0) * 2n + ONE_GWEI
      : undefined;
    return new DirectDeployer(
      { ...options, gasPrice: options.gasPrice ?? ownPrice },
      networkOf(chainId),
      account,
      accounts.slice(0, TEST_ACCOUNTS),
      blockGasLimit < PROTOCOL_GAS_LIMIT ? blockGasLimit : PROTOCOL_GAS_LIMIT,
    );
  }

  private constructor(
    options: DirectDeployerOptions,
    network: Network,
    account: string,
    testAccounts: readonly string[],
    transactionGasLimit: bigint,
  ) {
    this.#options = options;
    this.#provider = options.provider;
    this.network = network;
    this.account = account;
    this.testAccounts = testAccounts;
    this.transactionGasLimit = transactionGasLimit;
  }

  get canMoveClock(): boolean {
    return this.#options.inProcess;
  }

  /** Steps sent so far. */
  get stepCount(): number {
    return this.#count;
  }

  /** Gas that all steps so far took. */
  get gasUsed(): bigint {
    return this.#gasUsed;
  }

  async deploy(step: string, artifact: Artifact, args: readonly unknown[] = []): Promise<Contract> {
    const data = encodeDeployment(artifact, args);
    const receipt = await this.#sendStep(step, { from: this.account, data });
    const address =
      receipt.contractAddress ?? (await this.#createdAddress(receipt.transactionHash));
    return { artifact, address: getAddress(address) };
  }

  async send(
    step: string,
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[] = [],
    options: CallOptions = {},
  ): Promise<StepReceipt> {
    const receipt = await this.#sendStep(step, {
      from: options.from ?? this.account,
      to: contract.address,
      data: encodeCall(entryOf(contract, selector), args),
    });
    return {
      transactionHash: receipt.transactionHash,
      blockNumber: Number(receipt.blockNumber),
      gasUsed: BigInt(receipt.gasUsed),
      logs: receipt.logs,
    };
  }

  async read(
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[] = [],
    options: CallOptions = {},
  ): Promise<readonly unknown[]> {
    const entry = entryOf(contract, selector);
    const call = {
      from: options.from ?? this.account,
      to: contract.address,
      data: encodeCall(entry, args),
    };
    let data: string;
    try {
      data = (await this.#request("eth_call", [call, "latest"])) as string;
    } catch (error) {
      throw new MigrationError(
        `Calling ${contract.artifact.contractName}.${entry.name ?? ""} at ${contract.address} failed: ${failureReason(error)}`,
        { cause: error },
      );
    }
    return decodeResult(entry, data);
  }

  async code(address: string): Promise<string> {
    return (await this.#request("eth_getCode", [address, "latest"])) as string;
  }

  async estimateGas(
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[] = [],
  ): Promise<bigint | undefined> {
    const data = encodeCall(entryOf(contract, selector), args);
    const call = { from: this.account, to: contract.address, data };
    try {
      return BigInt((await this.#request("eth_estimateGas", [call])) as string);
    } catch {
      return undefined;
    }
  }

  async increaseTime(_step: string, seconds: number): Promise<void> {
    await this.#request("evm_increaseTime", [seconds]);
    await this.#request("evm_mine");
  }

  async #sendStep(
    step: string,
    transaction: { from: string; to?: string; data: string },
  ): Promise<RpcReceipt> {
    let receipt: RpcReceipt;
    try {
      receipt = await this.#receipt(await this.#submit(transaction));
    } catch (error) {
      throw new MigrationError(`Step ${step} failed: ${failureReason(error)}`, { cause: error });
    }
    if (receipt.status === "0x0") {
      throw new MigrationError(
        `Step ${step} failed: transaction ${receipt.transactionHash} reverted.`,
      );
    }
    this.#count++;
    this.#gasUsed += BigInt(receipt.gasUsed);
    this.#options.onStep?.({
      step,
      count: this.#count,
      gasUsed: BigInt(receipt.gasUsed),
      transactionHash: receipt.transactionHash,
    });
    return receipt;
  }

  async #submit(transaction: { from: string; to?: string; data: string }): Promise<string> {
    const gas = await this.#gasFor(transaction);
    const { gasPrice, wallet } = this.#options;
    if (wallet === undefined || transaction.from !== wallet.address) {
      const price = gasPrice !== undefined && { gasPrice: toQuantity(gasPrice) };
      const request = { ...transaction, gas, ...price };
      return (await this.#request("eth_sendTransaction", [request])) as string;
    }
    const signed = await wallet.signTransaction({
      ...transaction,
      chainId: this.network.chainId,
      gasLimit: BigInt(gas),
      gasPrice: gasPrice ?? BigInt((await this.#request("eth_gasPrice")) as string),
      nonce: Number(await this.#request("eth_getTransactionCount", [wallet.address, "pending"])),
    });
    return (await this.#request("eth_sendRawTransaction", [signed])) as string;
  }

  async #request(method: string, params: unknown[] = []): Promise<unknown> {
    return await this.#provider.request({ method, params });
  }

  /** In the process gas costs nothing, and an estimate would run the transaction several times. */
  async #gasFor(transaction: object): Promise<string> {
    if (this.#options.inProcess) return toQuantity(this.transactionGasLimit);
    return (await this.#request("eth_estimateGas", [transaction])) as string;
  }

  async #receipt(hash: string): Promise<RpcReceipt> {
    const deadline = Date.now() + RECEIPT_TIMEOUT * 1000;
    for (;;) {
      const receipt = (await this.#request("eth_getTransactionReceipt", [
        hash,
      ])) as RpcReceipt | null;
      if (receipt !== null) return receipt;
      if (Date.now() > deadline) {
        throw new MigrationError(`transaction ${hash} was not mined in ${RECEIPT_TIMEOUT} seconds`);
      }
      // A simulated network with automine switched off waits for us to mine.
      if (this.#options.inProcess) {
        await this.#request("evm_mine");
      } else {
        await new Promise((resolve) => setTimeout(resolve, RECEIPT_POLLING));
      }
    }
  }

  async #createdAddress(hash: string): Promise<string> {
    const { from, nonce } = (await this.#request("eth_getTransactionByHash", [hash])) as {
      from: string;
      nonce: string;
    };
    return getCreateAddress({ from, nonce: BigInt(nonce) });
  }
}

function entryOf(contract: Contract, selector: FunctionSelector): AbiEntry {
  return typeof selector === "string" ? functionEntry(contract.artifact, selector) : selector;
}
