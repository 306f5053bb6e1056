import { contractParts } from "../../describe/inspection.js";
import { registeredOf } from "../../describe/control.js";
import { listingLines } from "../../describe/promises.js";
import { earlierControllersBlock, schemeBlock } from "../../describe/schemes.js";
import { ruleBlocks } from "../../describe/vote-rules.js";
import { block, blockIfAny, line, paragraph, untrusted } from "../../document/document.js";
import type { Block } from "../../document/document.js";
import { html, type Html } from "../../document/html.js";
import type { HtmlDrawing } from "../../document/to-html.js";
import type { PageFacts } from "../facts.js";
import { organizationPicture } from "../picture/organization.js";

/** The contracts of the DAO, as a picture and in words. */
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
