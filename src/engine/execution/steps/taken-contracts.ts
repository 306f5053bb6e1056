import type { Artifact } from "../../../foundation/arc/artifact.js";
import { MigrationError } from "../../../foundation/support/errors.js";
import type { StepLedger } from "./step-ledger.js";
import type { PerformedStep, StepRequest } from "./step.js";

/**
 * A step failed on a contract of this migration that is on the chain: somebody else may have initialized it first.
 * Nothing binds the contract yet, so it may be deployed again.
 */
export class TakenError extends MigrationError {
  override readonly name = "TakenError";
  readonly contract: string;

  constructor(contract: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.contract = contract;
  }
}

/** Follows the contracts that a migration deploys: what binds them, and which are unproven. */
export class SetUps {
  readonly #ledger: StepLedger;
  /** Artifacts of this migration's contracts. */
  readonly #artifacts = new Map<string, Artifact>();
  /** Contracts that were called since they were last proven. */
  readonly #unproven = new Set<string>();
  /** Receivers and call data of steps on the chain that cannot be done again, or that later steps rely on. */
  readonly #binding: string[] = [];

  constructor(ledger: StepLedger) {
    this.#ledger = ledger;
  }

  mined(request: StepRequest, { contractAddress }: PerformedStep): void {
    const { to, data, artifact, final, wantsLogs } = request;
    if (to === undefined) {
      this.#learn(contractAddress, artifact);
      return;
    }
    const isBinding = final === undefined ? wantsLogs === true : final !== "proposals";
    if (isBinding) this.#binding.push(to.toLowerCase() + data.toLowerCase());
  }

  rehearsed({ to, artifact }: StepRequest, { contractAddress }: PerformedStep): void {
    if (to === undefined) this.#learn(contractAddress, artifact);
    else if (this.#artifacts.has(to.toLowerCase())) this.#unproven.add(to.toLowerCase());
  }

  /**
   * The error of a step that would fail: a `TakenError` if the contract that it calls may be left to the account that took it, and
   * deployed again.
   */
  errorOf({ to }: StepRequest, message: string, cause: unknown): MigrationError {
    if (this.mayRepeat(to)) return new TakenError(to, message, { cause });
    return new MigrationError(message, { cause });
  }

  /** Whether this migration deployed a contract that is on the chain, and may deploy it again. */
  mayRepeat(address: string | undefined): address is string {
    if (address === undefined || this.#ledger.makerOf(address) === undefined) return false;
    const digits = address.slice(2).toLowerCase();
    return !this.#binding.some((text) => text.includes(digits));
  }

  /** The contracts to prove now. */
  takeUnproven(): readonly (readonly [string, Artifact])[] {
    const found = [...this.#unproven].map(
      (address) => [address, this.#artifacts.get(address)!] as const,
    );
    this.#unproven.clear();
    return found;
  }

  #learn(address: string | undefined, artifact: Artifact | undefined): void {
    if (address !== undefined && artifact !== undefined) {
      this.#artifacts.set(address.toLowerCase(), artifact);
    }
  }
}
