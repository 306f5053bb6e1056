import { getCreateAddress, toQuantity } from "ethers";

import { LedgerDeployer, type LedgerTerms } from "./ledger-deployer.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import { failureAdvice } from "../../../foundation/chain/gas-limit.js";
import { stateOf } from "../steps/contract-state.js";
import { callOf, codeHash, type ContractState, type Planned } from "../steps/plan.js";
import { Waves } from "../steps/waves.js";
import type { RpcBlock, RpcReceipt } from "../../../foundation/chain/rpc-types.js";
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
export class RehearsalDeployer extends LedgerDeployer {
  readonly #waves = new Waves();
  readonly #fork: { readonly block: number; readonly hasOldestRules?: boolean };
  readonly #impersonated = new Set<string>();
  /** Contracts that were deployed again and not initialized yet. */
  readonly #repeated = new Set<string>();
  readonly #wasTaken: (step: string) => boolean;
  readonly #onEvent: OnEvent;
  readonly plan: Planned[] = [];
  /** A sentence for each final step on the chain that should have been another one, and cannot be done again. */
  readonly spoiled: string[] = [];
  #count = 0;

  constructor(
    fork: Pick<Fork, "provider" | "block"> & Partial<Pick<Fork, "hasOldestRules">>,
    chain: ChainFacts & { readonly canMoveClock: boolean },
    terms: LedgerTerms & {
      /**
       * Whether a step deploys a contract again that a stranger took. It starts a wave, so that it probably shares a
       * block with its initialization, and with others that have to be initialized between the two. Default: no.
       */
      readonly wasTaken?: (step: string) => boolean;
      readonly onEvent: OnEvent;
    },
  ) {
    super(fork.provider, chain, terms);
    this.#fork = fork;
    this.#wasTaken = terms.wasTaken ?? (() => false);
    this.#onEvent = terms.onEvent;
  }

  protected get firstBlock(): number {
    return this.ledger.firstBlock ?? this.#fork.block;
  }

  async increaseTime(step: string, seconds: number): Promise<void> {
    if (this.ledger.clockMoved(step)) return;
    this.plan.push({ kind: "clock", step, seconds, wave: this.#waves.ofClock() });
    await this.request("evm_increaseTime", [seconds]);
    await this.request("evm_mine");
  }

  protected async perform(request: StepRequest): Promise<MinedStep> {
    const call = callOf(request);
    const done = this.ledger.minedAs(request, call);
    if (done !== undefined) {
      this.setUps.mined(request, done);
      return done;
    }
    const wasTaken = this.#wasTaken(request.step);
    const startsWave = wasTaken && this.#repeated.size === 0;
    const { wave, isBarrier } = this.#waves.ofTransaction(request, startsWave);
    const restsOn = isBarrier ? await this.#unprovenStates() : undefined;
    const mined = await this.#try(request);
    if (typeof mined === "string") return this.#spoil(request, mined);
    this.setUps.rehearsed(request, mined);
    if (wasTaken) this.#repeated.add(mined.contractAddress!.toLowerCase());
    this.#repeated.delete(request.to?.toLowerCase() ?? "");
    if (mined.contractAddress !== undefined) this.#waves.created(mined.contractAddress);
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
      restsOn,
      wave,
    });
    this.#onEvent({ type: "rehearsing", step: request.step, count: ++this.#count });
    return mined;
  }

  /** Runs a step on the fork; returns the reason if it fails because an earlier one like it was final. */
  async #try(request: StepRequest): Promise<MinedStep | string> {
    await this.#impersonate(request.from);
    const transaction = {
      from: request.from,
      ...(request.to !== undefined && { to: request.to }),
      data: request.data,
      value: toQuantity(request.value ?? 0n),
      gasPrice: toQuantity(FORK_GAS_PRICE),
      gas: toQuantity(this.transactionGasLimit),
    };
    try {
      const hash = await this.request("eth_sendTransaction", [transaction]);
      const receipt = await this.request<RpcReceipt>("eth_getTransactionReceipt", [hash]);
      const { contractAddress } = receipt;
      return {
        transactionHash: receipt.transactionHash,
        blockNumber: Number(receipt.blockNumber),
        gasUsed: BigInt(receipt.gasUsed),
        logs: receipt.logs,
        ...(contractAddress && { contractAddress }),
      };
    } catch (error) {
      const { step, final } = request;
      const reason = failureReason(error);
      if (final !== undefined && this.ledger.has(step)) return reason;
      const advice = (await this.#usedNonce(request, reason)) ?? this.#adviceFor(reason);
      const message = `Step ${step} failed in the rehearsal: ${reason}${advice}`;
      throw this.setUps.errorOf(request, message, error);
    }
  }

  /** What to do if the fork has a contract where a step was to create one, as its account's nonce was used before. */
  async #usedNonce({ from, to }: StepRequest, reason: string): Promise<string | undefined> {
    // What reverted is mined on the fork; what the node had no answer for is not.
    if (to !== undefined || !reason.includes("revert")) return undefined;
    const nonce = Number(await this.request("eth_getTransactionCount", [from, "latest"])) - 1;
    const address = getCreateAddress({ from, nonce });
    if ((await this.code(address)) === "0x") return undefined;
    return (
      `. The node says that the next nonce of ${from} is ${nonce}, but shows the contract that it made with that one, ` +
      `${address}. Run the same command again later, or with another node.`
    );
  }

  #adviceFor(reason: string): string {
    if (this.#fork.hasOldestRules !== true) return failureAdvice(reason, this.transactionGasLimit);
    return (
      ". The chain follows rules from before Constantinople, under which contracts of newer Arc releases do not work. " +
      "Use a chain with newer rules, or a release whose contracts were compiled for older ones."
    );
  }

  #spoil({ step }: StepRequest, reason: string): MinedStep {
    this.spoiled.push(
      `Step ${step} is on the chain, but something that it depends on is not as it should be, and it cannot be repeated: ${reason}.`,
    );
    return this.ledger.resultOf(step)!;
  }

  /** What contracts that were set up since the last barrier should be like. */
  async #unprovenStates(): Promise<readonly ContractState[]> {
    const unproven = this.setUps.takeUnproven();
    if (unproven.length === 0) return [];
    const isPassing = await this.#passing();
    return await Promise.all(
      unproven.map(async ([address, artifact]) => {
        return await stateOf(this.provider, address, artifact, isPassing);
      }),
    );
  }

  /** Recognizes times and block numbers of the rehearsal. */
  async #passing(): Promise<(result: string) => boolean> {
    const [first, last] = await Promise.all(
      [toQuantity(this.#fork.block), "latest"].map(async (tag) => {
        return await this.request<RpcBlock>("eth_getBlockByNumber", [tag, false]);
      }),
    );
    const ranges = (["number", "timestamp"] as const).map((field) => {
      return [BigInt(first![field]), BigInt(last![field])] as const;
    });
    return (result) => {
      if (result.length !== 66) return false;
      const value = BigInt(result);
      return ranges.some(([from, to]) => from <= value && value <= to);
    };
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
