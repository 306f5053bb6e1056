import type { ChainIdentity } from "../../foundation/chain/identity.js";
import type { CheckReport } from "../../operations/check/report/report.js";
import { namesOf } from "../describe/contracts.js";
import type { Names } from "../document/document.js";
import type { Inspection } from "../../engine/inspect/description.js";
import type { Simulation } from "../../operations/simulate/simulation.js";

/** A contract that a migration deployed beside the DAO and that has no permissions, from the result file. */
export interface StandAloneContract {
  readonly name: string;
  readonly address: string;
}

export interface PageFacts {
  readonly inspection: Inspection;
  readonly network: Pick<ChainIdentity, "name" | "explorer">;
  /** Absent if no parameters were given. */
  readonly check?: CheckReport;
  readonly standAlone: readonly StandAloneContract[];
  /** Simulations of proposals, if there are any. */
  readonly simulations: readonly Simulation[];
  /** Version of this package. */
  readonly version: string;
}

/** Names of a DAO's contracts, and of those that were deployed with it. */
export function pageNames({ inspection, standAlone }: PageFacts): Names {
  return new Map([
    ...standAlone.map(({ name, address }) => [address, name] as const),
    ...namesOf(inspection),
  ]);
}
