import { getAddress } from "ethers";

import type { ControlDescription, Inspection } from "../../../../src/engine/inspect/description.js";
import { ifRead } from "../../../../src/engine/inspect/reading/attempt.js";
import { accountsBlock } from "../../../../src/output/describe/accounts.js";
import { controlBlock } from "../../../../src/output/describe/control.js";
import { withoutVoteLines } from "../../../../src/output/describe/without-vote.js";
import type { Block } from "../../../../src/output/document/document.js";
import { HtmlDrawing } from "../../../../src/output/document/to-html.js";
import { toTerminal } from "../../../../src/output/document/to-terminal.js";
import { inShort } from "../../../../src/output/report/parts/in-short.js";
import { plainText } from "../../../output/report/parts/plain-text.js";
import { sampleFacts } from "../../../output/report/sample-facts.js";
import type { Dao } from "../raw-dao.js";

/** Code that forwards every call to a contract, for whoever calls it. */
export function forwardingTo(address: string): string {
  return `36600060003760006000366000600073${address.slice(2)}5af100`;
}

/** Code that runs that of a contract as its own, and is no known kind of proxy. */
export function borrowing(address: string): string {
  return `0x5b363d3d373d3d3d363d73${address.slice(2)}5af43d82803e903d91602c57fd5bf3`;
}

/** Deploys code, after code of its creation such as `SSTORE`s. */
export async function deployCode(raw: Dao, code: string, creation = ""): Promise<string> {
  const size = (code.length / 2).toString(16).padStart(4, "0");
  const from = (creation.length / 2 + 15).toString(16).padStart(4, "0");
  const data = `0x${creation}61${size}61${from}60003961${size}6000f3${code}`;
  return getAddress((await raw.transact({ data })).contractAddress);
}

/** What is said of a DAO. */
interface Told {
  readonly inspection: Inspection;
  readonly control: readonly ControlDescription[];
  /** Who controls it, on the page's first card. */
  readonly card: string;
  /** The same, on a terminal. */
  readonly block: string;
  /** What needs no vote, with tones. */
  readonly withoutVote: string;
  /** Who is behind the accounts that decide. */
  readonly behind: string;
}

/** Inspects a DAO and says who controls it. */
export async function told(raw: Dao, avatar = raw.dao.Avatar): Promise<Told> {
  const inspection = await raw.inspect(avatar);
  const facts = { ...sampleFacts(), inspection };
  const html = String(inShort(facts, new HtmlDrawing({ names: new Map() })));
  const [, card = ""] = html.split('<article class="card ').map(plainText);
  const text = (block: Block | undefined) => (block === undefined ? "" : toTerminal(block));
  return {
    inspection,
    control: ifRead(inspection.control) ?? [],
    card,
    block: text(controlBlock(inspection)),
    withoutVote: withoutVoteLines(inspection)
      .map((line) => `${line.tone}: ${toTerminal({ ...line, tone: undefined })}`)
      .join("\n"),
    behind: text(accountsBlock(inspection)),
  };
}
