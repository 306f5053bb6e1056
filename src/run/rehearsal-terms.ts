import type { Target } from "../chain/target.js";
import type { OnEvent } from "../execution/steps/event.js";
import type { Funding } from "../execution/steps/funding.js";
import type { StepLedger } from "../execution/steps/step-ledger.js";
import type { ChainFacts } from "../execution/steps/step.js";
import type { ResultSections } from "../result/result.js";
import type { PreparedMigration } from "./prepare.js";

/** What to rehearse, and on which chain. */
export interface RehearsalTerms {
  readonly target: Target;
  readonly facts: ChainFacts & { readonly canMoveClock: boolean };
  readonly prepared: PreparedMigration;
  readonly existing: ResultSections;
  /** The mined steps. */
  readonly ledger: StepLedger;
  readonly funding: Funding;
  readonly onEvent: OnEvent;
}
