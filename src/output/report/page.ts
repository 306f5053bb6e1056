import { createHash } from "node:crypto";

import { debtsBlock } from "../describe/promises.js";
import { restsOn } from "../describe/inspection.js";
import { nameWords, releasesText } from "../describe/contracts.js";
import { treasuryBlock } from "../describe/assets.js";
import { accountsBlock } from "../describe/accounts.js";
import { withoutVoteBlock } from "../describe/without-vote.js";
import { caution, count, phrase } from "../document/document.js";
import { html, inline, type Html, type Part } from "../document/html.js";
import { HtmlDrawing } from "../document/to-html.js";
import { isNotRead } from "../../engine/inspect/reading/attempt.js";
import { REPORT_BEGINS } from "../../foundation/support/defaults.js";
import { jsonText } from "../../foundation/support/json-text.js";
import { pageNames, type PageFacts } from "./facts.js";
import { controlPart, powerPart } from "./parts/control.js";
import { findingParts, gapsIn, gapParts } from "./parts/findings.js";
import { inShort } from "./parts/in-short.js";
import { organizationPart, permissionParts } from "./parts/organization.js";
import { proposalsPart } from "./parts/proposals.js";
import { oneLine } from "../../foundation/support/printable.js";
import { SCRIPT } from "./script.js";
import { STYLE } from "./style.js";

/** A DAO as one HTML file, which needs nothing else. The same facts give the same bytes. */
export function pageOf(facts: PageFacts): string {
  const { inspection, network } = facts;
  const drawing = new HtmlDrawing({ explorer: network.explorer, names: pageNames(facts) });
  const sections = sectionsOf(facts, drawing);
  const name = isNotRead(inspection.name) ? "" : oneLine(inspection.name, 80);
  return `${REPORT_BEGINS}${String(
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy()}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${name || "A DAO"}: report at block ${inspection.block.number}</title>
        ${inline("style", STYLE)} ${inline("script", SCRIPT)}
      </head>
      <body>
        <a class="skip" href="#in-short">Skip to the answers</a>
        ${head(facts, drawing)}
        <main>
          ${warning(facts, drawing)} ${inShort(facts, drawing)}
          <nav aria-label="Parts of this report">
            <ul>
              ${sections.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
            </ul>
          </nav>
          ${sections.map(
            ([id, title, content]) =>
              html`<section id="${id}" aria-labelledby="${id}-title">
                <h2 id="${id}-title">${title}</h2>
                ${content}
              </section> `,
          )}
        </main>
        ${foot(facts)}
      </body>
    </html> `,
  )}`;
}

function sectionsOf(
  facts: PageFacts,
  drawing: HtmlDrawing,
): readonly (readonly [id: string, title: string, content: Part])[] {
  const { inspection, check } = facts;
  const { title: _, ...withoutVote } = withoutVoteBlock(inspection);
  return [
    ["control", "Who can do what", controlPart(inspection, drawing)],
    ["without-a-vote", "Without a vote", drawing.parts([withoutVote, accountsBlock(inspection)])],
    [
      "treasury",
      "Treasury and obligations",
      drawing.parts([treasuryBlock(inspection), debtsBlock(inspection)]),
    ],
    ["power", "Voting power", powerPart(inspection, drawing)],
    ["organization", "The organisation", organizationPart(facts, drawing)],
    ["proposals", "Proposals", proposalsPart(facts, drawing)],
    ["permissions", "Permissions over time", drawing.parts(permissionParts(inspection))],
    ["findings", "Compared with its parameters", drawing.parts(findingParts(check))],
    ["not-read", "What could not be read", drawing.parts(gapParts(inspection))],
  ];
}

/** Forbids everything but the page's own style and script, by their hashes. */
function policy(): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(STYLE)}'`,
    `script-src '${hashOf(SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(content: Html): string {
  return `sha256-${createHash("sha256").update(String(content)).digest("base64")}`;
}

function head({ inspection, network }: PageFacts, drawing: HtmlDrawing): Html {
  const { name, block, chainId, avatar, releases } = inspection;
  const { address } = avatar;
  return html`<header>
    <h1>${drawing.text(nameWords(name))}</h1>
    <p class="quiet">
      ${drawing.text(
        phrase`DAO ${{ address }} on ${{ untrusted: network.name }} (chain ID ${chainId}), Arc ${releasesText(releases)}.`,
      )}<br />
      ${drawing.text(
        phrase`State at block ${block.number}, ${{ time: block.timestamp }}, ${{ code: block.hash }}`,
      )}
      ${drawing.parts(restsOn(block))}
    </p>
  </header>`;
}

/** A warning at the top if anything makes the answers unreliable. */
function warning({ inspection }: PageFacts, drawing: HtmlDrawing): Html {
  const gaps = [...gapsIn(inspection).values()].flat().length;
  const { missingEvents } = inspection;
  if (gaps === 0 && missingEvents === undefined) return html``;
  return drawing.parts(
    caution([
      "This report is not complete: ",
      missingEvents !== undefined && [{ sentence: missingEvents }, ". "],
      gaps > 0 && [
        `${count(gaps, "thing")} could not be read. `,
        { text: "Which, and why", to: "not-read" },
      ],
    ]),
  );
}

function foot({ inspection, version }: PageFacts): Html {
  const { avatar, block, eventsFromBlock: fromBlock } = inspection;
  const digest = createHash("sha256")
    .update(`${jsonText(inspection)}\n`)
    .digest("hex");
  const from = fromBlock > 0 ? ` --from-block ${fromBlock}` : "";
  const at = block.isProven === true ? `--block-hash ${block.hash}` : `--block ${block.number}`;
  const command = `dao-migrate inspect ${avatar.address} ${at}${from} --json --provider … | sha256sum`;
  return html`<footer>
    <h2>How to check this report</h2>
    <p>
      Made by hardhat-dao-migration ${version} from the chain alone, except for what it says comes
      from a file. It needs no network and loads nothing. Its data has the SHA-256 hash
      <code class="hex">${digest}</code>. With a node of your own, the same version gives the same
      hash:
    </p>
    <p><code>${command}</code></p>
  </footer>`;
}
