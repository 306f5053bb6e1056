import type { Inspection } from "../../engine/inspect/description.js";
import { openSession } from "../../operations/simulate/session.js";
import { findThreats } from "../../operations/simulate/threats/find-threats.js";
import type { Threats } from "../../operations/simulate/threats/threat.js";
import type { ReadingInputs } from "./reading.js";

/** Searches for ways to take what a DAO owns, on a fork at the block at which it was read. */
export async function threatsTo(inputs: ReadingInputs, dao: Inspection): Promise<Threats> {
  inputs.onProgress?.("Searching for ways to take what the DAO owns");
  const session = await openSession(inputs.provider, dao.avatar.address, inputs, dao);
  try {
    return await findThreats(session);
  } finally {
    await session.chain.close();
  }
}
