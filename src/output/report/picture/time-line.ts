import type { Inspection, SchemeDescription } from "../../../engine/inspect/description.js";
import { titleOf } from "../../describe/contracts.js";
import { html, type Html } from "../../document/html.js";
import { timeText } from "../../document/pieces.js";
import { cut, label, line, picture, round, TONES } from "./svg.js";

const WIDTH = 960;
const LEFT = 250;
const LANE = 24;
const TOP = 8;
const BOTTOM = 26;
/** Nobody reads more lanes than this; the table has all. */
const MOST_LANES = 40;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** When each account had permissions, with a lane for each. */
export function timeLine({ schemes, block }: Inspection): Html {
  const lanes = schemes
    .map((scheme) => ({ scheme, spans: spansOf(scheme, block.timestamp) }))
    .filter(({ spans }) => spans.length > 0);
  if (lanes.length === 0) return html``;
  const start = Math.min(...lanes.flatMap(({ spans }) => spans.map(({ from }) => from)));
  const length = Math.max(1, block.timestamp - start);
  const right = WIDTH - 10;
  const xOf = (seconds: number): number => LEFT + ((right - LEFT) * (seconds - start)) / length;
  const shown = lanes.slice(0, MOST_LANES);
  const bottom = TOP + shown.length * LANE;
  return html`<figure>
    <div class="scroll" role="region" aria-label="Time line of permissions" tabindex="0">
      ${picture(
        {
          id: "time-line-picture",
          title: "When accounts had permissions",
          description: `${lanes.length} accounts had permissions between ${timeText(start)} and ${timeText(block.timestamp)}. The table below lists every change.`,
          width: WIDTH,
          height: bottom + BOTTOM,
        },
        html`${shown.map(({ scheme: { contract }, spans }, index) => {
          const y = TOP + index * LANE;
          const title = cut(`${titleOf(contract)} ${contract.address.slice(0, 6)}`, LEFT - 10);
          const lasts = spans.map(({ from, to }) => {
            const width = Math.max(3, round(xOf(to) - xOf(from)));
            return html`<rect
              class="span ${TONES[contract.code]}"
              x="${round(xOf(from))}"
              y="${y + 4}"
              width="${width}"
              height="14"
              rx="3"
            /> `;
          });
          return [
            label("line", 0, y + 15, title),
            line("grid", LEFT, right, y + LANE - 2),
            ...lasts,
          ];
        })}
        ${label("tick", LEFT, bottom + 18, timeText(start).slice(0, 10))}
        ${label("tick end", right, bottom + 18, timeText(block.timestamp).slice(0, 10))} `,
      )}
    </div>
    ${lanes.length > MOST_LANES && html`<figcaption>The first ${MOST_LANES} of ${lanes.length} accounts.</figcaption>`}
  </figure> `;
}

/** An account that was registered without an event has had its permissions since the first event. */
function spansOf({ history, registered }: SchemeDescription, now: number): readonly Span[] {
  const spans: Span[] = [];
  let from: number | undefined;
  for (const { event, time } of history) {
    if (event === "registered") from ??= time;
    else {
      spans.push({ from: from ?? time, to: time });
      from = undefined;
    }
  }
  if (registered && from !== undefined) spans.push({ from, to: now });
  return spans;
}
