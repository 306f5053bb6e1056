import type { DaoChange } from "../change/change.js";
import { planChange } from "../change/plan-change.js";
import type { ParametersSource } from "../run/parameters-source.js";
import { readChangeInputs, requireFile } from "../run/read-change.js";
import { findDao } from "../run/find-dao.js";
import { openSession } from "../simulate/session.js";
import type { OptionsOf } from "./flag.js";
import type { ReadingInputs } from "./reading.js";
import type { changing } from "./sending.js";

/** Which DAO to change, and into what. */
interface PlanInputs
  extends
    ReadingInputs,
    Pick<OptionsOf<typeof changing>, "arcVersion" | "newController" | "allowLockout"> {
  readonly params: ParametersSource;
  readonly customAbis?: string;
  /** The description of the proposals. */
  readonly hash?: string;
}

/**
 * Plans the change of a DAO to match its parameters, on a fork.
 * @throws UsageError if no parameters are given
 * @throws ParametersError with all mistakes in the parameters
 * @throws MigrationError if there is no DAO to read, the chain cannot be forked, or nothing could register schemes
 * afterwards
 */
export async function planDao(inputs: PlanInputs): Promise<DaoChange> {
  const { params, allowLockout: force, hash: description } = inputs;
  requireFile(params);
  const { avatar, chain } = await findDao(inputs);
  const session = await openSession(inputs.provider, avatar, inputs);
  try {
    const file = typeof params === "string" ? params : undefined;
    const wanted = await readChangeInputs(inputs, session.inspection, chain);
    return await planChange(session, wanted, chain, { ...inputs, force, description, file });
  } finally {
    await session.chain.close();
  }
}
