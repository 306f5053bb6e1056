import type { RecordedDao } from "../check/facts/check-facts.js";
import type { WantedInputs } from "../check/facts/wanted-dao.js";
import type { SchemeResult } from "../result/result.js";

/** What a DAO is to become, and what is known of it besides the chain. */
export interface ChangeInputs extends WantedInputs {
  /** What the result file says of the DAO; absent where it does not know it. */
  readonly recorded?: RecordedDao | undefined;
  /** Schemes that were made to be registered, as the result file has them. */
  readonly intended?: readonly SchemeResult[] | undefined;
  /** The controller that was made for them, as the result file has it. */
  readonly intendedController?: string | undefined;
  /** Makes and proposes a controller of the file's release, where the DAO has another one. */
  readonly newController?: boolean | undefined;
  /** Where contracts of a base may be, by name, best first: each is looked at before it is used. */
  readonly bases: readonly Readonly<Record<string, unknown>>[];
}
