import type { Inspection } from "../description.js";
import { isNotRead } from "../reading/attempt.js";

/** Decimals of a DAO's own token; 18, those of every Arc token, if the token does not say. */
export function tokenDecimals({ decimals }: Pick<Inspection["token"], "decimals">): number {
  return isNotRead(decimals) ? 18 : decimals;
}
