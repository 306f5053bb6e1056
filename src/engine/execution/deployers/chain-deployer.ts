import { getAddress } from "ethers";

import { encodeCall, encodeDeployment } from "../../../foundation/arc/abi.js";
import type { Artifact } from "../../../foundation/arc/artifact.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type {
  AccountNeeds,
  Contract,
  Deployer,
  FunctionSelector,
  SendOptions,
  TopicFilter,
} from "../../migration/deployer.js";
import type { Log } from "../../../foundation/chain/rpc-types.js";
import type { ChainLog } from "../../../foundation/chain/logs/log.js";
import { readLogs } from "../../../foundation/chain/logs/read-logs.js";
import type { Eip1193Provider } from "../../../foundation/chain/provider.js";
import { entryOf, ProviderReader } from "./provider-reader.js";
import type { Warning } from "../../../foundation/support/warning.js";
import type { ChainFacts, StepRequest, PerformedStep } from "../steps/step.js";

/**
 * What all deployers share: reading from a provider and turning steps into transactions. How a transaction is sent is
 * left to `perform`.
 */
export abstract class ChainDeployer extends ProviderReader implements Deployer {
  readonly #onWarning: ((warning: Warning) => void) | undefined;
  readonly testAccounts: readonly string[];
  readonly transactionGasLimit: bigint;

  protected constructor(provider: Eip1193Provider, chain: ChainFacts) {
    super(provider, chain);
    this.#onWarning = chain.onWarning;
    this.testAccounts = chain.testAccounts;
    this.transactionGasLimit = chain.transactionGasLimit;
  }

  abstract get canMoveClock(): boolean;
  /** The block of the migration's first step, or an earlier block. */
  protected abstract get firstBlock(): number;
  abstract increaseTime(step: string, seconds: number): Promise<void>;
  abstract fundTestAccounts(step: string, needs: readonly AccountNeeds[]): Promise<void>;
  protected abstract perform(request: StepRequest): Promise<PerformedStep>;

  async deploy(step: string, artifact: Artifact, args: readonly unknown[] = []): Promise<Contract> {
    const { contractAddress } = await this.perform({
      step,
      from: this.account,
      data: encodeDeployment(artifact, args),
      artifact,
    });
    if (contractAddress === undefined)
      throw new MigrationError(`Step ${step} created no contract.`);
    return { artifact, address: getAddress(contractAddress) };
  }

  async send(...call: Parameters<Deployer["send"]>): Promise<void> {
    await this.perform(this.#call(...call));
  }

  async sendForLogs(...call: Parameters<Deployer["send"]>): Promise<readonly Log[]> {
    return (await this.perform({ ...this.#call(...call), wantsLogs: true })).logs;
  }

  #call(
    step: string,
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[] = [],
    options: SendOptions = {},
  ): StepRequest {
    const entry = entryOf(contract, selector);
    return {
      step,
      from: options.from ?? this.account,
      to: contract.address,
      data: encodeCall(entry, args),
      artifact: contract.artifact,
      functionName: entry.name,
      group: options.group,
      checkpoint: options.checkpoint,
      final: options.final,
    };
  }

  warn(warning: Warning): void {
    this.#onWarning?.(warning);
  }

  async logs(
    address: string,
    topics: TopicFilter,
  ): Promise<readonly (Log & Pick<ChainLog, "transactionHash">)[]> {
    const latest = Number(await this.request("eth_blockNumber"));
    const query = { address, topics, fromBlock: this.firstBlock, toBlock: latest };
    return await readLogs(this.provider, query);
  }
}
