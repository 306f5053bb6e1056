import type { Network } from "../../../foundation/chain/networks.js";
import { ChainDeployer } from "../../../engine/execution/deployers/chain-deployer.js";
import type { PerformedStep, StepRequest } from "../../../engine/execution/steps/step.js";
import type { AccountNeeds } from "../../../engine/migration/deployer.js";
import type { ForkedChain } from "../../simulate/chain/forked-chain.js";
import { failureOf } from "../../simulate/chain/send-and-trace.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { ChangeTransaction } from "../change.js";

/** Sends steps on a fork at once, and records them. */
export class ForkDeployer extends ChainDeployer {
  readonly canMoveClock = false;
  readonly transactions: ChangeTransaction[] = [];
  readonly #chain: ForkedChain;

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

  increaseTime(): Promise<void> {
    throw new Error("A change never moves the clock.");
  }

  fundTestAccounts(_step: string, _needs: readonly AccountNeeds[]): Promise<void> {
    throw new Error("A change has no test accounts.");
  }

  protected async perform(request: StepRequest): Promise<PerformedStep> {
    const { step, to, data, artifact, functionName } = request;
    const tried = await this.#chain.send(request);
    if (!tried.success) {
      throw new MigrationError(
        `Step ${step} fails on the fork: ${failureOf(tried) ?? "the contract gives no reason"}. Nothing was sent.`,
      );
    }
    this.transactions.push({
      step,
      kind: to === undefined ? "deploy" : "call",
      contract: artifact?.contractName ?? "",
      address: tried.to,
      function: functionName,
      data,
      gas: String(tried.gasUsed),
    });
    return { logs: tried.logs, contractAddress: to === undefined ? tried.to : undefined };
  }
}
