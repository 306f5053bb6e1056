import { getAddress, getCreateAddress } from "ethers";

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
    const chainId = Number((await request("eth_chainId")));
    const [account] = accounts;
    if (account === undefined) {
      throw new MigrationError(
        `The network (chain id ${chainId}) offers no account to send from. Give it accounts in hardhat.config.`,
      );
    }
    const block = (await request("eth_getBlockByNumber", ["latest", false])) as {
      gasLimit: string;
    };
    const blockGasLimit = BigInt(block.gasLimit);
    return new DirectDeployer(
      options,
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
      data = (await this.#provider.request({
        method: "eth_call",
        params: [call, "latest"],
      })) as string;
    } catch (error) {
      throw new MigrationError(
        `Calling ${contract.artifact.contractName}.${entry.name ?? ""} at ${contract.address} failed: ${failureReason(error)}`,
        { cause: error },
      );
    }
    return decodeResult(entry, data);
  }

  async code(address: string): Promise<string> {
    return (await this.#provider.request({
      method: "eth_getCode",
      params: [address, "latest"],
    })) as string;
  }

  async estimateGas(
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[] = [],
  ): Promise<bigint | undefined> {
    const data = encodeCall(entryOf(contract, selector), args);
    const call = { from: this.account, to: contract.address, data };
    try {
      return BigInt(
        (await this.#provider.request({ method: "eth_estimateGas", params: [call] })) as string,
      );
    } catch {
      return undefined;
    }
  }

  async increaseTime(_step: string, seconds: number): Promise<void> {
    await this.#provider.request({ method: "evm_increaseTime", params: [seconds] });
    await this.#provider.request({ method: "evm_mine", params: [] });
  }

  async #sendStep(
    step: string,
    transaction: { from: string; to?: string; data: string },
  ): Promise<RpcReceipt> {
    let receipt: RpcReceipt;
    try {
      const gas = await this.#gasFor(transaction);
      const hash = (await this.#provider.request({
        method: "eth_sendTransaction",
        params: [{ ...transaction, gas }],
      })) as string;
      receipt = await this.#receipt(hash);
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

  /** In the process gas costs nothing, and an estimate would run the transaction several times. */
  async #gasFor(transaction: object): Promise<string> {
    if (this.#options.inProcess) return `0x${this.transactionGasLimit.toString(16)}`;
    return (await this.#provider.request({
      method: "eth_estimateGas",
      params: [transaction],
    })) as string;
  }

  async #receipt(hash: string): Promise<RpcReceipt> {
    const deadline = Date.now() + RECEIPT_TIMEOUT * 1000;
    for (;;) {
      const receipt = (await this.#provider.request({
        method: "eth_getTransactionReceipt",
        params: [hash],
      })) as RpcReceipt | null;
      if (receipt !== null) return receipt;
      if (Date.now() > deadline) {
        throw new MigrationError(`transaction ${hash} was not mined in ${RECEIPT_TIMEOUT} seconds`);
      }
      // A simulated network with automine switched off waits for us to mine.
      if (this.#options.inProcess) {
        await this.#provider.request({ method: "evm_mine", params: [] });
      } else {
        await new Promise((resolve) => setTimeout(resolve, RECEIPT_POLLING));
      }
    }
  }

  async #createdAddress(hash: string): Promise<string> {
    const { from, nonce } = (await this.#provider.request({
      method: "eth_getTransactionByHash",
      params: [hash],
    })) as { from: string; nonce: string };
    return getCreateAddress({ from, nonce: BigInt(nonce) });
  }
}

function entryOf(contract: Contract, selector: FunctionSelector): AbiEntry {
  return typeof selector === "string" ? functionEntry(contract.artifact, selector) : selector;
}
