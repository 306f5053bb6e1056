import { reputationBlock } from "../../describe/assets.js";
import { fewestWords, smallest } from "../../describe/control.js";
import { named, paragraph, phrase, type Inline } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import type { HtmlDrawing } from "../../document/to-html.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { powersOf, type Power } from "../../../engine/inspect/control/powers.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { shareChart } from "../picture/share-chart.js";

const MOST_NAMED = 5;

/** For each power over a DAO, who can use it with and without a vote. */
export function controlPart(inspection: Inspection, drawing: HtmlDrawing): Html {
  const powers = powersOf(inspection).filter(({ ability }) => ability !== "act as its owner");
  return drawing.parts([
    paragraph(
      "For each thing that can be done with this DAO: the fewest accounts that can together pass a proposal for it, " +
        "however all others vote, and who needs no vote. An account may be a contract with several owners, and one " +
        "person may have several accounts.",
    ),
    powers.length === 0
      ? paragraph("No registered scheme has a permission.")
      : {
          caption: "Powers, and who has them",
          heads: ["It can", "By vote, the fewest", "Without a vote", "Through"],
          rows: [...Map.groupBy(powers, ({ ability }) => ability)].map(([ability, own]) => [
            ability,
            voters(own, inspection),
            listed(own.map(alone), "nobody"),
            listed(own.map(through), ""),
          ]),
        },
  ]);
}

function voters(powers: readonly Power[], { control }: Inspection): Inline {
  const byVote = powers.filter(({ decider }) => decider.kind === "votes");
  const fewest = smallest(
    (ifRead(control) ?? []).filter(({ scheme }) =>
      byVote.some(({ through: { address } }) => address === scheme),
    ),
  );
  if (fewest !== undefined) return fewestWords(fewest, MOST_NAMED);
  const isKnown = powers.every(({ decider }) => decider.kind !== "unknown");
  return byVote.length === 0 && isKnown ? "nobody" : "unknown";
}

function alone({ decider, through: { address } }: Power): Inline {
  if (decider.kind === "account") return { tone: "danger", text: { address: decider.account } };
  const unknown = phrase`unknown for ${named(address)}`;
  if (decider.kind === "unknown") return { tone: "caution", text: unknown };
  return decider.kind === "rules" && phrase`${named(address)}, by its own rules`;
}

function through({ through: { code, name, address } }: Power): Inline {
  return code === "account" ? undefined : (name ?? { address });
}

function listed(items: readonly Inline[], none: string): Inline {
  const all = new Map(items.map((item) => [JSON.stringify(item), item]));
  const list = [...all.values()].filter((item) => item !== undefined && item !== false);
  return list.length === 0 ? none : { list };
}

/** Who has the votes: a chart and every holder. */
export function powerPart(inspection: Inspection, drawing: HtmlDrawing): Html {
  const { reputation, control } = inspection;
  const { holders, totalSupply } = reputation;
  const [first, ...others] = reputationBlock(inspection).body;
  const needed = new Set((ifRead(control) ?? []).map(({ neededPercent }) => neededPercent));
  const isRead = !isNotRead(holders) && !isNotRead(totalSupply);
  return html`${drawing.parts(first)}
  ${isRead && holders.length > 0 && shareChart(holders, BigInt(totalSupply), [...needed])}
  ${drawing.parts(others)}`;
}
