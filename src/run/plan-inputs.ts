import { knownDeployments } from "../result/known-deployments.js";
import type { DaoChange } from "../change/change.js";
import type { ChangeInputs } from "../change/inputs.js";
import { planChange } from "../change/plan-change.js";
import type { ChainIdentity } from "../chain/identity.js";
import { openSession, type Session } from "../simulate/session.js";
import { readCompared, type CheckInputs } from "./check-inputs.js";
import { UsageError } from "../support/errors.js";
import { findDao } from "./inspect-inputs.js";
import { EXAMPLE_DAO } from "./parameters-source.js";

/** Which DAO to change, and into what. */
export interface PlanInputs extends Omit<CheckInputs, "silenced"> {
  /** Also plans changes after which nothing could register schemes. */
  readonly force?: boolean;
  /** Deploys and proposes a controller of the file's release if the DAO has another one. */
  readonly newController?: boolean;
  /** The proposals' description, such as the hash of a file on IPFS. */
  readonly description?: string;
}

/** A change, and the chain on whose fork it was tried. */
export interface PlannedChange {
  readonly change: DaoChange;
  readonly chain: ChainIdentity;
}

/**
 * Plans the change of a DAO to match its parameters, on a fork.
 * @throws UsageError for an invalid address, or if no parameters are given
 * @throws ParametersError with all mistakes in the parameters
 * @throws MigrationError if there is no DAO to read, the chain cannot be forked, or nothing could register schemes
 * afterwards
 */
export async function planInputs(inputs: PlanInputs): Promise<PlannedChange> {
  const { params, force } = inputs;
  requireFile(params);
  const { avatar, chain } = await findDao(inputs);
  const session = await openSession(inputs.provider, avatar, inputs);
  try {
    const file = typeof params === "string" ? params : undefined;
    const options = { ...inputs, force, file };
    const change = await planChange(
      session,
      await readChangeInputs(inputs, session, chain),
      chain,
      options,
    );
    return { change, chain };
  } finally {
    await session.chain.close();
  }
}

/** Requires a parameters file: nobody wants to change a DAO into the packaged example. */
export function requireFile(params: PlanInputs["params"]): void {
  if (params !== EXAMPLE_DAO) return;
  throw new UsageError(
    "No target parameters were given. Pass a parameters file with --params; `dao-migrate export` writes one for the DAO as it is.",
  );
}

/** Reads the parameters, and what else is known besides the chain. */
export async function readChangeInputs(
  inputs: PlanInputs,
  { inspection }: Pick<Session, "inspection">,
  chain: ChainIdentity,
): Promise<ChangeInputs> {
  const { base, ...compared } = await readCompared(inputs, { inspection, chain });
  const { version } = compared.artifacts.release;
  const known = await knownDeployments(chain.name, version);
  return { ...compared, base, knownBase: known.base, newController: inputs.newController };
}
