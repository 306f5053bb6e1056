import { toQuantity } from "ethers";

import { decodeResult, encodeCall, functionEntry } from "../../../foundation/arc/abi.js";
import type { AbiEntry } from "../../../foundation/arc/artifact.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import type { Network } from "../../../foundation/chain/networks.js";
import { askAgain, forCalls, type Pause } from "../../../foundation/chain/incomplete-answers.js";
import { isPrivate } from "../../../foundation/chain/private-chain.js";
import { ask, type Eip1193Provider } from "../../../foundation/chain/provider.js";
import type {
  CallOptions,
  ChainReader,
  Contract,
  FunctionSelector,
} from "../../migration/deployer.js";
import { MigrationError } from "../../../foundation/support/errors.js";

export class ProviderReader implements ChainReader {
  protected readonly provider: Eip1193Provider;
  readonly network: Network;
  readonly account: string;
  readonly #block: string;

  /**
   * @param terms `block`: where to read, which a node that is behind does not know. Default: what each node has as its
   * latest.
   */
  constructor(
    provider: Eip1193Provider,
    terms: { readonly network: Network; readonly account: string; readonly block?: number },
  ) {
    this.provider = provider;
    this.network = terms.network;
    this.account = terms.account;
    this.#block = terms.block === undefined ? "latest" : toQuantity(terms.block);
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
      const isEmpty = (entry.outputs ?? []).length === 0;
      const answer = await this.#answer(call, isEmpty);
      if (answer !== "0x" || isEmpty) return decodeResult(entry, answer);
      throw new MigrationError(
        "the node has no contract there, in any of several answers. If several nodes share this URL, one of them may be " +
          "behind: run the same command again later, or use another node",
      );
    } catch (error) {
      throw new MigrationError(
        `Calling ${contract.artifact.contractName}.${entry.name ?? ""} at ${contract.address} failed: ${failureReason(error)}`,
        { cause: error },
      );
    }
  }

  /** A node that does not have the contract's block yet answers with nothing, and is asked again. */
  async #answer(call: object, isEmpty: boolean): Promise<string> {
    const read = async () => await this.request<string>("eth_call", [call, this.#block]);
    return await askAgain(read, (answer) => answer !== "0x" || isEmpty, this.pause());
  }

  protected pause(): Pause {
    return forCalls(isPrivate(this.network));
  }

  async code(address: string): Promise<string> {
    return await this.request("eth_getCode", [address, this.#block]);
  }

  async storage(address: string, slot: bigint): Promise<bigint> {
    const params = [address, toQuantity(slot), this.#block];
    const word = await this.request<string>("eth_getStorageAt", params);
    return word === "0x" ? 0n : BigInt(word);
  }

  async nonce(account: string): Promise<number> {
    return Number(await this.request("eth_getTransactionCount", [account, this.#block]));
  }

  protected async request<Answer = unknown>(
    method: string,
    params: unknown[] = [],
  ): Promise<Answer> {
    return await ask(this.provider, method, ...params);
  }
}

export function entryOf(contract: Contract, selector: FunctionSelector): AbiEntry {
  return typeof selector === "string" ? functionEntry(contract.artifact, selector) : selector;
}
