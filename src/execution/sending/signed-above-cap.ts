import { highestPrice } from "../../chain/fees.js";
import type { SignedStep } from "../journal/lines.js";
import type { SendingContext } from "./context.js";
import { feesOf } from "./signing.js";

/**
 * Reports transactions that an earlier run signed for a higher price than this run may pay. They are sent again
 * unchanged: a node may have them, and their nonces cannot be used for anything else.
 */
export function tellOfHigherFees(
  { fees, onEvent }: Pick<SendingContext, "fees" | "onEvent">,
  unmined: readonly SignedStep[],
): void {
  const prices = unmined.map((signed) => highestPrice(feesOf(signed)));
  const above = prices.filter((price) => price > fees.cap);
  if (above.length === 0) return;
  const price = above.reduce((a, b) => (a > b ? a : b));
  onEvent({ type: "signedAboveCap", count: above.length, price, cap: fees.cap });
}
