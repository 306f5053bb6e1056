import type { HolderDescription } from "../../../engine/inspect/description.js";
import { percentOf } from "../../../engine/inspect/reading/percent.js";
import { asSentence } from "../../describe/pass-verdict.js";
import { html, type Html } from "../../document/html.js";
import { label, line, picture, round } from "./svg.js";

const WIDTH = 640;
const HEIGHT = 250;
const LEFT = 44;
const TOP = 12;
const BOTTOM = 40;
const AXIS = "number of accounts, the largest first";
/** Holders up to which each takes the same width. */
const MOST_EVEN = 20;
/** Points of the curve; more would not be visible. */
const MOST_POINTS = 160;

/**
 * How much reputation the largest holders have together. A steep start means that few accounts control the DAO.
 * @param holders largest first
 * @param needed percentages that decide
 */
export function shareChart(
  holders: readonly HolderDescription[],
  supply: bigint,
  needed: readonly number[],
): Html {
  const [right, bottom] = [WIDTH - 12, HEIGHT - BOTTOM];
  // With many holders, an even axis would hide the first few, who matter most.
  const isEven = holders.length <= MOST_EVEN;
  const placeOf = (count: number): number => (isEven ? count : Math.log2(count + 1));
  const xOf = (count: number): number =>
    LEFT + ((right - LEFT) * placeOf(count)) / placeOf(holders.length);
  const yOf = (percent: number): number => bottom - ((bottom - TOP) * percent) / 100;
  const sums: bigint[] = [];
  for (const { amount } of holders) sums.push((sums.at(-1) ?? 0n) + BigInt(amount));
  const shareOf = (count: number): number => Number(percentOf(sums[count - 1] ?? 0n, supply));
  const points = countsOf(holders.length).map(
    (count) => `${round(xOf(count))} ${round(yOf(shareOf(count)))}`,
  );
  const ticks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000].filter(
    (count) => count <= holders.length,
  );
  const shares = [1, 3, 10, 100]
    .filter((count) => count <= holders.length)
    .map(
      (count) =>
        `the ${count === 1 ? "largest has" : `largest ${count} have`} ${shareOf(count).toFixed(2)}%`,
    );
  return html`<figure>
    ${picture(
      {
        id: "share-chart",
        title: "Reputation of the largest holders together",
        description: `Of ${holders.length} accounts ${shares.join(", ")}.`,
        width: WIDTH,
        height: HEIGHT,
      },
      html`${[0, 25, 50, 75, 100].map((percent) => [
          line("grid", LEFT, right, yOf(percent)),
          label("tick end", LEFT - 6, yOf(percent) + 4, `${percent}%`),
        ])}
        ${needed.map((percent) => [
          line("needed", LEFT, right, yOf(percent)),
          label("tick needed-text", LEFT + 6, yOf(percent) - 5, `more than ${percent}% decides`),
        ])}
        ${ticks.map((count) => label("tick middle", xOf(count), bottom + 17, count))}
        ${label("tick middle", (LEFT + right) / 2, HEIGHT - 6, isEven ? AXIS : `${AXIS} (logarithmic scale, to show the first few)`)}
        <path class="curve" d="M${round(xOf(0))} ${round(yOf(0))}L${points.join("L")}" />
        ${holders.length <= 30 && points.map((point) => html`<circle class="dot" cx="${point.split(" ")[0]}" cy="${point.split(" ")[1]}" r="3.5" />`)} `,
    )}
    <figcaption>${asSentence(shares.join("; "))}</figcaption>
  </figure> `;
}

/** Every count if there are few accounts; otherwise ever fewer of them. */
function countsOf(length: number): readonly number[] {
  const counts = Array.from({ length: Math.min(length, MOST_POINTS) }, (_, index) =>
    length <= MOST_POINTS ? index + 1 : Math.round(length ** (index / (MOST_POINTS - 1))),
  );
  return [...new Set(counts)];
}
