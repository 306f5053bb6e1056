import { getAddress, toQuantity } from "ethers";

import { decodeResult, encodeCall, encodeDeployment, functionEntry } from "../../arc/abi.js";
import type { AbiEntry, Artifact } from "../../arc/artifact.js";
import { MigrationError } from "../../support/errors.js";
import type {
  CallOptions,
  Contract,
  Deployer,
  FunctionSelector,
  Log,
  SendOptions,
  TopicFilter,
} from "../../migration/deployer.js";
import type { Network } from "../../chain/networks.js";
import { failureReason } from "../../chain/failure-reason.js";
import type { Eip1193Provider } from "../../chain/provider.js";
import type { ChainFacts, StepRequest, PerformedStep } from "../steps/step.js";

/**
 * What all deployers have in common: they read from a provider and turn steps into transactions.
 * How a transaction is made is left to `perform`.
 */
export abstract class ChainDeployer implements Deployer {
  readonly #provider: Eip1193Provider;
  readonly network: Network;
  readonly account: string;
  readonly testAccounts: readonly string[];
  readonly transactionGasLimit: bigint;

  protected constructor(provider: Eip1193Provider, chain: ChainFacts) {
    this.#provider = provider;
    this.network = chain.network;
    this.account = chain.account;
    this.testAccounts = chain.testAccounts;
    this.transactionGasLimit = chain.transactionGasLimit;
  }

  abstract get canMoveClock(): boolean;
  /** The block of the migration's first step, or an earlier one. */
  protected abstract get firstBlock(): number;
  abstract increaseTime(step: string, seconds: number): Promise<void>;
  abstract fundTestAccounts(step: string, gas: readonly bigint[]): Promise<void>;
  protected abstract perform(request: StepRequest): Promise<PerformedStep>;

  async deploy(step: string, artifact: Artifact, args: readonly unknown[] = []): Promise<Contract> {
    const { contractAddress } = await this.perform({
      step,
      from: this.account,
      data: encodeDeployment(artifact, args),
    });
    if (contractAddress === undefined) throw new MigrationError(`Step ${step} made no contract.`);
    return { artifact, address: getAddress(contractAddress) };
  }

  async send(
    step: string,
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[] = [],
    options: SendOptions = {},
  ): Promise<void> {
    await this.perform(this.#call(step, contract, selector, args, options));
  }

  async sendForLogs(
    step: string,
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[] = [],
    options: SendOptions = {},
  ): Promise<readonly Log[]> {
    const request = this.#call(step, contract, selector, args, options);
    return (await this.perform({ ...request, wantsLogs: true })).logs;
  }

  #call(
    step: string,
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[],
    options: SendOptions,
  ): StepRequest {
    return {
      step,
      from: options.from ?? this.account,
      to: contract.address,
      data: encodeCall(entryOf(contract, selector), args),
      group: options.group,
      checkpoint: options.checkpoint,
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
    try {
      return decodeResult(entry, (await this.request("eth_call", [call, "latest"])) as string);
    } catch (error) {
      throw new MigrationError(
        `Calling ${contract.artifact.contractName}.${entry.name ?? ""} at ${contract.address} failed: ${failureReason(error)}`,
        { cause: error },
      );
    }
  }

  async code(address: string): Promise<string> {
    return (await this.request("eth_getCode", [address, "latest"])) as string;
  }

  async storage(address: string, slot: bigint): Promise<bigint> {
    const params = [address, toQuantity(slot), "latest"];
    const word = (await this.request("eth_getStorageAt", params)) as string;
    return word === "0x" ? 0n : BigInt(word);
  }

  async logs(address: string, topics: TopicFilter): Promise<readonly Log[]> {
    const latest = Number(await this.request("eth_blockNumber"));
    if (this.firstBlock > latest) return [];
    return await this.#logsBetween({ address, topics }, this.firstBlock, latest);
  }

  /** Halves the range where a node refuses it: many answer for some thousand blocks at most. */
  async #logsBetween(filter: object, from: number, to: number): Promise<readonly Log[]> {
    const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) };
    try {
      return (await this.request("eth_getLogs", [{ ...filter, ...range }])) as Log[];
    } catch (error) {
      if (from >= to) throw error;
    }
    const middle = Math.floor((from + to) / 2);
    return [
      ...(await this.#logsBetween(filter, from, middle)),
      ...(await this.#logsBetween(filter, middle + 1, to)),
    ];
  }

  protected async request(method: string, params: unknown[] = []): Promise<unknown> {
    return await this.#provider.request({ method, params });
  }
}

function entryOf(contract: Contract, selector: FunctionSelector): AbiEntry {
  return typeof selector === "string" ? functionEntry(contract.artifact, selector) : selector;
}
