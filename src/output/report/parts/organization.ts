import { byWords, contractWords } from "../../describe/contracts.js";
import { contractParts } from "../../describe/inspection.js";
import { registeredOf } from "../../describe/control.js";
import { listingLines } from "../../describe/promises.js";
import { earlierControllersBlock, schemeBlock } from "../../describe/schemes.js";
import { ruleBlocks } from "../../describe/vote-rules.js";
import { block, blockIfAny, line, paragraph, phrase, untrusted } from "../../document/document.js";
import type { Block, Parts } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import type { HtmlDrawing } from "../../document/to-html.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import type { PageFacts } from "../facts.js";
import { organizationPicture } from "../picture/organization.js";

export function organizationPart(facts: PageFacts, drawing: HtmlDrawing): Html {
  const { inspection, standAlone } = facts;
  const card = (of: Block, kind: string) =>
    html`<article class="scheme ${kind}">${drawing.parts(of, 4)}</article> `;
  return html`
    <div class="scroll wide" role="region" aria-label="Picture of the organisation" tabindex="0">
      ${organizationPicture(inspection)}
    </div>
    ${drawing.parts([contractParts(inspection), earlierControllersBlock(inspection)])}
    <h3>Schemes</h3>
    <p>A scheme uses its permissions by the votes below, or by rules of its own.</p>
    <div class="grid">
      ${registeredOf(inspection).map((scheme) => card(schemeBlock(scheme, inspection), scheme.contract.code))}
    </div>
    <h3>Vote rules</h3>
    <div class="grid">${ruleBlocks(inspection).map((rules) => card(rules, "rules"))}</div>
    ${drawing.parts([
      standAlone.length > 0 &&
        block(
          "Stand-alone contracts",
          paragraph(
            "According to the result file, the migration deployed them with the DAO. They have no permissions.",
          ),
          standAlone.map(({ name, address }) => line`${untrusted(name)} ${{ address }}`),
        ),
      blockIfAny("Lists of DAOs", listingLines(inspection)),
    ])}
  `;
}

export function permissionParts({ schemes }: Inspection): Parts {
  const events = schemes
    .flatMap(({ contract, history }) => history.map((each) => ({ contract, ...each })))
    .toSorted((one, other) => one.block - other.block);
  const silent = schemes.filter(({ history }) => history.length === 0);
  return [
    {
      caption: "Who was registered and unregistered, oldest first",
      search: "changes",
      heads: ["When", "What", "Account", "How", "Transaction"],
      rows: events.map(({ contract, ...each }) => [
        { time: each.time },
        { tone: each.event === "registered" ? "note" : "caution", text: each.event },
        contractWords(contract),
        byWords(each),
        phrase`block ${each.block}, ${{ transaction: each.transaction }}`,
      ]),
    },
    silent.length > 0 &&
      block(
        "Registered without an event, as older controllers do for their creator",
        silent.map(({ contract }) => line(contractWords(contract))),
      ),
  ];
}
