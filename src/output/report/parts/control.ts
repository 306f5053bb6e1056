import { reputationBlock } from "../../describe/assets.js";
import { fewestWords, powersOf, type Power } from "../../describe/control.js";
import { named, paragraph, phrase, type Inline } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import type { HtmlDrawing } from "../../document/to-html.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { powersWithoutVotes, type OwnPower } from "../../../engine/inspect/control/powers.js";
import { ifRead, isNotRead } from "../../../engine/inspect/reading/attempt.js";
import { shareChart } from "../picture/share-chart.js";

const MOST_NAMED = 5;

/** For each power over a DAO, who can use it with and without a vote. */
export function controlPart(inspection: Inspection, drawing: HtmlDrawing): Html {
  const powers = powersOf(inspection);
  const sole = powersWithoutVotes(inspection);
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
          rows: powers.map((power, index) => [
            power.words,
            isSame(power, powers[index - 1]) ? "as above" : voters(power),
            alone(power, sole),
            through(power),
          ]),
        },
  ]);
}

function voters({ byVote }: Power): Inline {
  return byVote === undefined ? "unknown" : fewestWords(byVote, MOST_NAMED);
}

function isSame(power: Power, above: Power | undefined): boolean {
  return above !== undefined && JSON.stringify(voters(power)) === JSON.stringify(voters(above));
}

function alone({ schemes, unclear }: Power, sole: readonly OwnPower[]): Inline {
  const own = sole.flatMap(({ decider, through }) =>
    decider.kind === "account" &&
    schemes.some(({ contract }) => contract.address === through.address)
      ? decider.account
      : [],
  );
  const accounts = [...new Set(own)].map((address): Inline => ({
    tone: "danger",
    text: { address },
  }));
  const unknown = unclear.map(({ contract: { address } }): Inline => ({
    tone: "caution",
    text: phrase`unknown for ${named(address)}`,
  }));
  const all = [...accounts, ...unknown];
  return all.length === 0 ? "nobody" : { list: all };
}

function through({ schemes }: Power): Inline {
  return {
    list: schemes
      .filter(({ contract }) => contract.code !== "account")
      .map(({ contract: { name, address } }): Inline => name ?? { address }),
  };
}

/** Who has the votes: a chart and every holder. */
export function powerPart(inspection: Inspection, drawing: HtmlDrawing): Html {
  const { reputation, control } = inspection;
  const { holders, totalSupply } = reputation;
  const [first, ...others] = reputationBlock(inspection).body;
  const needed = new Set((ifRead(control) ?? []).map(({ neededPercent }) => neededPercent));
  const isRead = !isNotRead(holders) && !isNotRead(totalSupply);
  const percents = [...needed].sort((one, other) => one - other);
  return html`${drawing.parts(first)}
  ${isRead && holders.length > 0 && shareChart(holders, BigInt(totalSupply), percents)}
  ${drawing.parts(others)}`;
}
