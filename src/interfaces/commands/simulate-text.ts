import { simulationDocument, simulationsTable } from "../../output/describe/simulation.js";
import { group, paragraph, phrase } from "../../output/document/document.js";
import type { Inline, Parts } from "../../output/document/document.js";
import type { Inspection } from "../../engine/inspect/description.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import type { SimulatedProposals } from "./simulating.js";
import type { Simulation } from "../../operations/simulate/simulation.js";

/** Simulations; several begin with a table. Markdown, for a forum or a pull request, has no table and no calls. */
export function simulationsDocument(
  { simulations, inspection, chain }: SimulatedProposals,
  { isOne, asMarkdown }: { readonly isOne: boolean; readonly asMarkdown: boolean },
): Parts {
  if (simulations.length === 0) return paragraph(noneWords(inspection));
  const view = { chain, withCalls: !asMarkdown };
  return [
    !isOne && !asMarkdown && group(simulationsTable(simulations)),
    simulations.map((each) => simulationDocument(each, inspection, view)),
  ];
}

export function leftOutWords({ leftOut, inspection }: SimulatedProposals): string {
  const named = `${leftOut.slice(-5).toReversed().join(", ")}${leftOut.length > 5 ? ", …" : ""}`;
  const [count, was] =
    leftOut.length === 1
      ? ["One pending proposal was", "it"]
      : [`${leftOut.length} pending proposals were`, "one"];
  return `${count} not simulated: ${named}. To simulate ${was}, name it: \`dao-migrate simulate ${inspection.avatar.address} ID\`.`;
}

export function repeatedDocument(
  before: Simulation,
  after: Simulation,
  difference: string | undefined,
): Parts {
  const versions =
    before.tool.version === after.tool.version ? "" : ` (made by ${before.tool.version})`;
  return paragraph(
    difference === undefined
      ? `Same outcome as before${versions}: block ${after.block.number} ${after.block.hash}, hash ${before.hash}.`
      : `The outcome differs from before${versions}. ${difference}.`,
  );
}

function noneWords({ proposals, block }: Inspection): Inline {
  if (isNotRead(proposals)) return phrase`Proposals ${{ notRead: proposals.notRead }}`;
  if (proposals.length === 0) return `This DAO has no proposals at block ${block.number}.`;
  const none =
    proposals.length === 1
      ? "This DAO's only proposal is not pending"
      : `None of this DAO's ${proposals.length} proposals is pending`;
  return (
    `${none} at block ${block.number}. ` +
    "To see what one did, name it and pass --block with a block before it ended."
  );
}
