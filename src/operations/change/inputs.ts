import type { RecordedDao } from "../check/facts/check-facts.js";
import type { WantedInputs } from "../check/facts/wanted-dao.js";
import type { BaseResult, SchemeResult } from "../../foundation/result/result.js";

/** What a DAO should become, and what is known about it besides the chain. */
export interface ChangeInputs extends WantedInputs {
  /** What the result file says about the DAO; absent if it does not have the DAO. */
  readonly recorded?: RecordedDao;
  /** Schemes in the result file that were deployed in order to be registered. */
  readonly intended?: readonly SchemeResult[];
  /** The controller in the result file that was deployed for them. */
  readonly intendedController?: string;
  /** The account that makes the proposals, if it is known: what it has proposed before is trusted. */
  readonly account?: string;
  /** If the DAO has another controller, deploys and proposes one of the file's release. */
  readonly newController?: boolean;
  /** The base in the result file, which may be wrong. */
  readonly base?: BaseResult;
  /** The known base of the file's release on this network. */
  readonly knownBase?: BaseResult;
}
