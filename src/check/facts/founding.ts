import type { Inspection, Read } from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";
import type { Founding } from "./check-facts.js";

/** What an inspection reports about the founders, by account. */
export function foundingOf(founders: Inspection["founders"]): Read<Founding> {
  if (isNotRead(founders)) return founders;
  const amounts = (of: "tokens" | "reputation") =>
    new Map(
      founders
        .map((founder) => [founder.account, BigInt(founder[of])] as const)
        .filter(([, amount]) => amount > 0n),
    );
  return { tokens: amounts("tokens"), reputation: amounts("reputation") };
}
