import type { Inspection } from "../../engine/inspect/description.js";
import type { DaoChange } from "../../operations/change/change.js";
import { planChange } from "../../operations/change/plan-change.js";
import type { ParametersSource } from "../../foundation/params/which-parameters.js";
import { readChangeInputs, requireFile } from "../../operations/run/read-change.js";
import { findDao } from "../../operations/run/find-dao.js";
import { openSession } from "../../operations/simulate/session.js";
import { ipfsHashes } from "../../operations/simulate/verdicts/ipfs-hash.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { readGiven } from "../../foundation/support/read-given.js";
import { typed } from "../../foundation/support/secrets.js";
import type { OptionsOf } from "./flag.js";
import type { ReadingInputs } from "./reading.js";
import type { changing } from "./sending.js";

/** Which DAO to change, and into what. */
export interface PlanInputs
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
 * @param inspected the DAO if it was read before
 */
export async function planDao(inputs: PlanInputs, inspected?: Inspection): Promise<DaoChange> {
  const { params, allowLockout: force, hash: description } = inputs;
  requireFile(params);
  const { avatar, chain } = await findDao(inputs);
  await using session = await openSession(inputs.provider, avatar, inputs, inspected);
  const file = typeof params === "string" ? params : undefined;
  const wanted = await readChangeInputs(inputs, session.inspection, chain);
  return await planChange(session, wanted, chain, { ...inputs, force, description, file });
}

/**
 * The text of the proposals, if it is in a file, and the hash by which they refer to it, as from `ipfs add`, version 0.
 * It is computed here, and nothing is uploaded to IPFS.
 */
export async function describedBy({
  description: path,
  descriptionHash,
}: OptionsOf<Pick<typeof changing, "description" | "descriptionHash">>): Promise<{
  readonly text?: string;
  readonly hash?: string;
}> {
  if (path === undefined) return { hash: descriptionHash };
  const file = await readGiven(path, "The description");
  const [hash] = ipfsHashes(file) ?? [];
  if (hash !== undefined) return { text: file.toString("utf8"), hash };
  throw new MigrationError(
    `The description ${typed(path)} is too large to compute its hash here (more than 256 KiB).`,
  );
}
