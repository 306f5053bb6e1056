import { toQuantity } from "ethers";

import { SYSTEM_CLOCK } from "../../../foundation/support/clock.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { LedgerDeployer, type LedgerTerms } from "./ledger-deployer.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import { callOf, type Planned, type PlannedStep } from "../steps/plan.js";
import { untilShown, type Pause } from "../../../foundation/chain/incomplete-answers.js";
import type { Target } from "../../../foundation/chain/target.js";
import type { ChainFacts, MinedStep, StepRequest } from "../steps/step.js";

/** Sends one planned step, and returns when it is mined and in the step ledger. */
export type MakeStep = (planned: Planned) => Promise<void>;

/**
 * Sends steps one at a time, with the chain's own estimates. It has two uses: if the target cannot be forked for a
 * rehearsal; and after a rehearsed migration, to read the result from the chain itself. In the second case every step
 * is in the step ledger, so nothing is sent.
 */
export class StepwiseDeployer extends LedgerDeployer {
  readonly #make: MakeStep;

  constructor(
    target: Target,
    chain: ChainFacts & { readonly canMoveClock: boolean },
    terms: LedgerTerms,
    make: MakeStep,
  ) {
    super(target.provider, chain, terms);
    this.#make = make;
  }

  /** The migration made the contracts, or builds on them. */
  protected override pause(): Pause {
    return untilShown(SYSTEM_CLOCK, 500);
  }

  protected get firstBlock(): number {
    return this.ledger.firstBlock ?? 0;
  }

  async increaseTime(step: string, seconds: number): Promise<void> {
    if (this.ledger.clockMoved(step)) return;
    await this.#make({ kind: "clock", step, seconds, wave: 0 });
  }

  protected async perform(request: StepRequest): Promise<MinedStep> {
    const call = callOf(request);
    const done = this.ledger.mined(request.step, call);
    if (done === undefined) await this.#make(await this.#plan(request, call));
    const mined = done ?? this.ledger.mined(request.step, call);
    if (mined === undefined) throw new MigrationError(`Step ${request.step} was not executed.`);
    this.setUps.mined(request, mined);
    return mined;
  }

  async #plan(request: StepRequest, call: string): Promise<PlannedStep> {
    const { step, from, to, data, value = 0n } = request;
    const receiver = to !== undefined && { to };
    let gas: bigint;
    try {
      const transaction = { from, ...receiver, data, value: toQuantity(value) };
      gas = BigInt(await this.request<string>("eth_estimateGas", [transaction]));
    } catch (error) {
      const message = `Step ${step} would fail: ${failureReason(error)}`;
      throw this.setUps.errorOf(request, message, error);
    }
    return {
      kind: "transaction",
      step,
      from,
      ...receiver,
      data,
      value,
      call,
      gas,
      gasUsed: gas,
      logs: [],
      isRehearsed: false,
      wave: 0,
    };
  }
}
