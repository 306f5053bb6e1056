import { toQuantity } from "ethers";

import type { AccountNeeds } from "../../migration/deployer.js";
import { MigrationError } from "../../support/errors.js";
import { ChainDeployer } from "./chain-deployer.js";
import { failureReason } from "../../chain/failure-reason.js";
import { fundingSteps, type Funding } from "../steps/funding.js";
import { callOf, codeHash, Waves, type Planned } from "../steps/plan.js";
import type { RpcReceipt } from "../../chain/rpc-types.js";
import type { StepLedger } from "../steps/step-ledger.js";
import type { OnEvent } from "../steps/event.js";
import type { ChainFacts, MinedStep, StepRequest } from "../steps/step.js";
import type { Fork } from "../fork/fork.js";

/** In wei. Enough for any rehearsal, whatever the account's balance on the chain. */
const PLENTY = 10n ** 27n;
/** In wei per gas. A legacy price that the fork's base fee never exceeds. */
const FORK_GAS_PRICE = 10n ** 14n;
/**
 * The gas limit that a step needs, from the gas that it used. It needs more than it used: clearing storage refunds up
 * to a fifth at the end (EIP-3529), and each nested call holds back a 64th. This is calculated, because an estimate
 * runs a step some fifteen times, and on a fork every run sends requests to the target.
 */
function gasWanted({ to }: StepRequest, gasUsed: bigint): bigint {
  return to === undefined ? gasUsed : (gasUsed * 130n) / 100n;
}

/**
 * Runs a migration on a fork and records its steps. Steps already mined on the target do not run again: their receipts
 * are used.
 */
export class RehearsalDeployer extends ChainDeployer {
  readonly #waves = new Waves();
  readonly #ledger: StepLedger;
  readonly #forkBlock: number;
  readonly #impersonated = new Set<string>();
  readonly #funding: Funding;
  readonly #onEvent: OnEvent;
  readonly canMoveClock: boolean;
  readonly plan: Planned[] = [];
  #count = 0;

  constructor(
    fork: Pick<Fork, "provider" | "block">,
    chain: ChainFacts & { readonly canMoveClock: boolean },
    terms: {
      /** The steps mined on the target. */
      readonly ledger: StepLedger;
      readonly funding: Funding;
      readonly onEvent: OnEvent;
    },
  ) {
    super(fork.provider, chain);
    this.canMoveClock = chain.canMoveClock;
    this.#ledger = terms.ledger;
    this.#forkBlock = fork.block;
    this.#funding = terms.funding;
    this.#onEvent = terms.onEvent;
  }

  protected get firstBlock(): number {
    return this.#ledger.firstBlock ?? this.#forkBlock;
  }

  async increaseTime(step: string, seconds: number): Promise<void> {
    if (this.#ledger.clockMoved(step)) return;
    this.plan.push({ kind: "clock", step, seconds, wave: this.#waves.ofClock() });
    await this.request("evm_increaseTime", [seconds]);
    await this.request("evm_mine");
  }

  async fundTestAccounts(step: string, needs: readonly AccountNeeds[]): Promise<void> {
    const steps = await fundingSteps(step, needs, this, this.#ledger, this.#funding);
    for (const request of steps) await this.perform(request);
  }

  protected async perform(request: StepRequest): Promise<MinedStep> {
    const call = callOf(request);
    const done = this.#ledger.minedAs(request.step, call);
    if (done !== undefined) return done;

    await this.#impersonate(request.from);
    const transaction = {
      from: request.from,
      ...(request.to !== undefined && { to: request.to }),
      data: request.data,
      value: toQuantity(request.value ?? 0n),
      gasPrice: toQuantity(FORK_GAS_PRICE),
      gas: toQuantity(this.transactionGasLimit),
    };
    let receipt: RpcReceipt;
    try {
      const hash = await this.request("eth_sendTransaction", [transaction]);
      receipt = (await this.request("eth_getTransactionReceipt", [hash])) as RpcReceipt;
    } catch (error) {
      throw new MigrationError(
        `Step ${request.step} failed in the rehearsal: ${failureReason(error)}`,
        { cause: error },
      );
    }
    const { contractAddress } = receipt;
    const mined: MinedStep = {
      transactionHash: receipt.transactionHash,
      blockNumber: Number(receipt.blockNumber),
      gasUsed: BigInt(receipt.gasUsed),
      logs: receipt.logs,
      ...(contractAddress && { contractAddress }),
    };
    const codes = await this.#codesOf(request, mined);
    this.plan.push({
      kind: "transaction",
      step: request.step,
      from: request.from,
      ...(request.to !== undefined && { to: request.to }),
      data: request.data,
      value: request.value ?? 0n,
      call,
      gas: gasWanted(request, mined.gasUsed),
      gasUsed: mined.gasUsed,
      logs: mined.logs,
      ...(request.wantsLogs === true && { wantsLogs: true }),
      ...(codes.length > 0 && { codes }),
      ...(mined.contractAddress !== undefined && { contractAddress: mined.contractAddress }),
      wave: this.#waves.ofTransaction(request),
    });
    this.#onEvent({ type: "rehearsing", step: request.step, count: ++this.#count });
    return mined;
  }

  /** If the step's events are read, every contract that emitted one counts as created by the step. */
  async #codesOf({ wantsLogs }: StepRequest, { contractAddress, logs }: MinedStep) {
    const emitters = wantsLogs === true ? logs.map(({ address }) => address) : [];
    const addresses = new Set(contractAddress === undefined ? emitters : [contractAddress]);
    return await Promise.all(
      [...addresses].map(async (address) => ({
        address,
        hash: codeHash(await this.code(address)),
      })),
    );
  }

  async #impersonate(account: string): Promise<void> {
    if (this.#impersonated.has(account)) return;
    await this.request("hardhat_impersonateAccount", [account]);
    await this.request("hardhat_setBalance", [account, toQuantity(PLENTY)]);
    this.#impersonated.add(account);
  }
}
