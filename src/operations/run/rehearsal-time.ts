import type { OnEvent } from "../../engine/execution/steps/event.js";
import { isMint } from "../../engine/migration/add-founders.js";
import type { DaoParameters } from "../../foundation/params/parameters.js";

/** Mints after which it is known how fast this machine and node are. */
const SAMPLE = 200;
/** Seconds from which on the rest of a rehearsal is worth telling. */
const LONG = 30;

/**
 * Tells how long a rehearsal will take in which each founder has transactions of their own, once the first ones have
 * shown it.
 * @param now milliseconds
 */
export function foretelling(
  onEvent: OnEvent,
  { founders, useDaoCreator }: Pick<DaoParameters, "founders" | "useDaoCreator">,
  now: () => number = () => performance.now(),
): OnEvent {
  const amounts = founders.flatMap(({ tokens, reputation }) => [tokens, reputation]);
  const all = amounts.filter((amount) => amount !== 0n).length;
  if (useDaoCreator || all <= SAMPLE) return onEvent;
  let [count, start] = [0, 0];
  return (event) => {
    onEvent(event);
    if (event.type !== "rehearsing" || !isMint(event.step)) return;
    if (count === 0) start = now();
    if (count++ !== SAMPLE) return;
    const each = (now() - start) / SAMPLE;
    const seconds = Math.round((each * (all - count)) / 1000);
    if (seconds < LONG) return;
    const time = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
    const message =
      `The founders take ${all} transactions, and the rehearsal runs each of them: about ${time} more, as the first ` +
      `${SAMPLE} took ${each.toFixed(1)} ms each. With "useDaoCreator": true in the file, up to 100 founders share one.`;
    onEvent({ type: "note", message });
  };
}
