import type { Network } from "../../chain/networks.js";
import type {
  AccountNeeds,
  Contract,
  FunctionSelector,
  SendOptions,
} from "../../migration/deployer.js";
import type { Artifact } from "../../arc/artifact.js";
import { ChainDeployer } from "../../execution/deployers/chain-deployer.js";
import { entryOf } from "../../execution/deployers/provider-reader.js";
import type { PerformedStep, StepRequest } from "../../execution/steps/step.js";
import type { ForkedChain } from "../../simulate/chain/forked-chain.js";
import { innermostReason } from "../../simulate/chain/call-failures.js";
import { MigrationError } from "../../support/errors.js";
import type { ChangeTransaction } from "../change.js";

/** Sends steps on a fork at once, and records them. */
export class ForkDeployer extends ChainDeployer {
  readonly canMoveClock = false;
  readonly transactions: ChangeTransaction[] = [];
  readonly #chain: ForkedChain;
  /** The contract and function being called, because a step does not have them. */
  #subject: Pick<ChangeTransaction, "contract" | "function"> = { contract: "" };

  /** @param account sends everything, without paying fees */
  constructor(chain: ForkedChain, network: Network, account: string) {
    super(chain.provider, {
      network,
      account,
      testAccounts: [],
      transactionGasLimit: BigInt(chain.origin.gasLimit),
    });
    this.#chain = chain;
  }

  protected get firstBlock(): number {
    return Number(this.#chain.origin.number) + 1;
  }

  override async deploy(
    step: string,
    artifact: Artifact,
    args: readonly unknown[] = [],
  ): Promise<Contract> {
    this.#subject = { contract: artifact.contractName };
    return await super.deploy(step, artifact, args);
  }

  override async send(
    step: string,
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[] = [],
    options: SendOptions = {},
  ): Promise<void> {
    this.#name(contract, selector);
    await super.send(step, contract, selector, args, options);
  }

  override async sendForLogs(
    step: string,
    contract: Contract,
    selector: FunctionSelector,
    args: readonly unknown[] = [],
    options: SendOptions = {},
  ) {
    this.#name(contract, selector);
    return await super.sendForLogs(step, contract, selector, args, options);
  }

  increaseTime(): Promise<void> {
    throw new Error("A change never moves the clock.");
  }

  fundTestAccounts(_step: string, _needs: readonly AccountNeeds[]): Promise<void> {
    throw new Error("A change has no test accounts.");
  }

  protected async perform({ step, from, to, data, value }: StepRequest): Promise<PerformedStep> {
    const tried = await this.#chain.send({
      from,
      data,
      ...(to !== undefined && { to }),
      ...(value !== undefined && { value }),
    });
    if (!tried.success) {
      throw new MigrationError(
        `Step ${step} fails on the fork: ${innermostReason(tried.trace) ?? "the contract gives no reason"}. Nothing was sent.`,
      );
    }
    this.transactions.push({
      step,
      kind: to === undefined ? "deploy" : "call",
      address: tried.to,
      ...this.#subject,
      data,
      gas: String(tried.gasUsed),
    });
    return { logs: tried.logs, ...(to === undefined && { contractAddress: tried.to }) };
  }

  #name(contract: Contract, selector: FunctionSelector): void {
    const { name } = entryOf(contract, selector);
    this.#subject = {
      contract: contract.artifact.contractName,
      ...(name !== undefined && { function: name }),
    };
  }
}
