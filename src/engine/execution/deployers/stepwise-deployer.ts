import { setTimeout as sleep } from "node:timers/promises";

import { toQuantity } from "ethers";

import type { AccountNeeds } from "../../migration/deployer.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import { ChainDeployer } from "./chain-deployer.js";
import { failureReason } from "../../../foundation/chain/failure-reason.js";
import { fundingSteps, type Funding } from "../steps/funding.js";
import { callOf, type Planned, type PlannedStep } from "../steps/plan.js";
import { SetUps } from "../steps/taken-or-lost.js";
import type { StepLedger } from "../steps/step-ledger.js";
import type { Target } from "../../../foundation/chain/target.js";
import type { ChainFacts, MinedStep, StepRequest } from "../steps/step.js";

/** How often to ask for code that should be there, and milliseconds in between. */
const ATTEMPTS = 20;
const PAUSE = 500;

/** Sends one planned step, and returns when it is mined and in the step ledger. */
export type MakeStep = (planned: Planned) => Promise<void>;

/**
 * Sends steps one at a time, with the chain's own estimates. It has two uses: if the target cannot be forked for a
 * rehearsal; and after a rehearsed migration, to read the result from the chain itself. In the second case every step
 * is in the step ledger, so nothing is sent.
 */
export class StepwiseDeployer extends ChainDeployer {
  readonly #ledger: StepLedger;
  readonly #setUps: SetUps;
  readonly #make: MakeStep;
  readonly #funding: Funding;
  readonly canMoveClock: boolean;

  constructor(
    target: Target,
    chain: ChainFacts & { readonly canMoveClock: boolean },
    ledger: StepLedger,
    funding: Funding,
    make: MakeStep,
  ) {
    super(target.provider, chain);
    this.canMoveClock = chain.canMoveClock;
    this.#ledger = ledger;
    this.#setUps = new SetUps(ledger);
    this.#funding = funding;
    this.#make = make;
  }

  /** A node that is behind others may not have the code of a new contract yet, and answers with nothing. */
  override async read(...call: Parameters<ChainDeployer["read"]>): Promise<readonly unknown[]> {
    const [{ address, artifact }] = call;
    for (let attempt = 1; ; attempt++) {
      try {
        return await super.read(...call);
      } catch (error) {
        if ((await this.code(address)) !== "0x") throw error;
        if (attempt === ATTEMPTS) throw noCodeYet(artifact.contractName, address, error);
        await sleep(PAUSE);
      }
    }
  }

  protected get firstBlock(): number {
    return this.#ledger.firstBlock ?? 0;
  }

  async increaseTime(step: string, seconds: number): Promise<void> {
    if (this.#ledger.clockMoved(step)) return;
    await this.#make({ kind: "clock", step, seconds, wave: 0 });
  }

  async fundTestAccounts(step: string, needs: readonly AccountNeeds[]): Promise<void> {
    const steps = await fundingSteps(step, needs, this, this.#ledger, this.#funding);
    for (const request of steps) await this.perform(request);
  }

  protected async perform(request: StepRequest): Promise<MinedStep> {
    const call = callOf(request);
    const done = this.#ledger.mined(request.step, call);
    if (done === undefined) await this.#make(await this.#plan(request, call));
    const mined = done ?? this.#ledger.mined(request.step, call);
    if (mined === undefined) throw new MigrationError(`Step ${request.step} was not executed.`);
    this.#setUps.mined(request, mined);
    return mined;
  }

  async #plan(request: StepRequest, call: string): Promise<PlannedStep> {
    const { step, from, to, data, value = 0n } = request;
    const receiver = to !== undefined && { to };
    let gas: bigint;
    try {
      gas = BigInt(
        (await this.request("eth_estimateGas", [
          { from, ...receiver, data, value: toQuantity(value) },
        ])) as string,
      );
    } catch (error) {
      const message = `Step ${step} would fail: ${failureReason(error)}`;
      throw this.#setUps.errorOf(request, message, error);
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

function noCodeYet(name: string, address: string, cause: unknown): MigrationError {
  return new MigrationError(
    `The node has no code of ${name} at ${address} yet, although the migration made it or builds on it. It may be behind. ` +
      "Run the same command again later, or with another node.",
    { cause },
  );
}
