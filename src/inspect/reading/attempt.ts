import { failureReason } from "../../chain/failure-reason.js";
import { Interruption } from "../../support/errors.js";
import type { NotRead, Read } from "../description.js";

/** What no node could tell, however often it is asked: the code is not known, or the contracts do not say it. */
export class Unknowable extends Error {}

/** What a part of the reading gives, or why it could not be read. Whoever interrupts it ends it all. */
export async function attempt<Value>(read: () => Promise<Value>): Promise<Read<Value>> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Interruption) throw error;
    const notRead = failureReason(error);
    return error instanceof Unknowable ? { notRead, unknowable: true } : { notRead };
  }
}

export function isNotRead(value: unknown): value is NotRead {
  return typeof value === "object" && value !== null && "notRead" in value;
}
