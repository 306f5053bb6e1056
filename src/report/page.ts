import { createHash } from "node:crypto";

import { REPORT_BEGINS } from "../run/defaults.js";
import { isNotRead } from "../terminal/inspection-words.js";
import { jsonText } from "../terminal/json-text.js";
import { releasesText } from "../terminal/inspection-text.js";
import { Addresses, remark, said, time } from "./elements.js";
import { namesOf, type PageFacts } from "./facts.js";
import { html, inline, type Html } from "../document/html.js";
import { controlPart, powerPart, withoutVotePart } from "./parts/control.js";
import { findingsPart, gapsIn, gapsPart } from "./parts/findings.js";
import { makingPart, permissionsPart } from "./parts/history.js";
import { inShort } from "./parts/in-short.js";
import { organizationPart } from "./parts/organization.js";
import { proposalsPart } from "./parts/proposals.js";
import { treasuryPart } from "./parts/treasury.js";
import { withoutVote } from "./remarks.js";
import { SCRIPT } from "./script.js";
import { STYLE } from "./style.js";

const PARTS = [
  ["control", "Who can do what"],
  ["without-a-vote", "Without a vote"],
  ["power", "Voting power"],
  ["treasury", "Treasury and obligations"],
  ["organization", "The organisation"],
  ["proposals", "Proposals"],
  ["permissions", "Permissions over time"],
  ["making", "How it was created"],
  ["findings", "Compared with its parameters"],
  ["not-read", "What could not be read"],
] as const;

/** A DAO as one HTML file, which needs nothing else. The same facts give the same bytes. */
export function pageOf(facts: PageFacts): string {
  const { inspection, network, check, making } = facts;
  const addresses = new Addresses(namesOf(facts), network.explorer);
  const remarks = withoutVote(inspection, addresses);
  const name = isNotRead(inspection.name) ? "" : inspection.name;
  return `${REPORT_BEGINS}${String(
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy()}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${name.trim() || "A DAO"}: report at block ${inspection.block.number}</title>
        ${inline("style", STYLE)} ${inline("script", SCRIPT)}
      </head>
      <body>
        <a class="skip" href="#in-short">Skip to the answers</a>
        ${head(facts, addresses)}
        <main>
          ${warning(facts)} ${inShort(facts, remarks, addresses)}
          <nav aria-label="Parts of this report">
            <ul>
              ${PARTS.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
            </ul>
          </nav>
          ${controlPart(inspection, addresses)} ${withoutVotePart(remarks)}
          ${powerPart(inspection, addresses)} ${treasuryPart(inspection, addresses)}
          ${organizationPart(facts, addresses)} ${proposalsPart(facts, addresses)}
          ${permissionsPart(inspection, addresses)} ${makingPart(making, addresses)}
          ${findingsPart(check, addresses)} ${gapsPart(inspection, addresses)}
        </main>
        ${foot(facts)}
      </body>
    </html> `,
  )}`;
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

function head({ inspection, network }: PageFacts, addresses: Addresses): Html {
  const { name, block, chainId, avatar, releases } = inspection;
  return html`<header>
    <h1>${said(name, "A DAO without a name")}</h1>
    <p class="quiet">
      DAO ${addresses.plain(avatar.address)} on ${said(network.name)} (chain ID ${chainId}), Arc
      ${releasesText(releases)}.<br />
      State at block ${block.number}, ${time(block.timestamp)},
      <code class="hex">${block.hash}</code>
    </p>
  </header>`;
}

/** A warning at the top if anything makes the answers unreliable. */
function warning({ inspection }: PageFacts): Html {
  const gaps = [...gapsIn(inspection).values()].flat().length;
  const { missingEvents } = inspection;
  if (gaps === 0 && missingEvents === undefined) return html``;
  return html`<ul class="remarks">
    ${remark(
      "caution",
      html`This report is not complete:
      ${missingEvents !== undefined && `${missingEvents}. `}${
        gaps > 0 &&
        html`${gaps} ${gaps === 1 ? "thing" : "things"} could not be read.
          <a href="#not-read">Which, and why</a>`
      }`,
    )}
  </ul>`;
}

function foot({ inspection, version }: PageFacts): Html {
  const { avatar, block, eventsFromBlock: fromBlock } = inspection;
  const digest = createHash("sha256")
    .update(`${jsonText(inspection)}\n`)
    .digest("hex");
  const from = fromBlock > 0 ? ` --from-block ${fromBlock}` : "";
  const command = `dao-migrate inspect ${avatar.address} --block ${block.number}${from} --json --provider … | sha256sum`;
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
