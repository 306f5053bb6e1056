import { expect } from "chai";

import { tokenBlock } from "../../../src/output/describe/assets.js";
import { inspectionDocument } from "../../../src/output/describe/inspection.js";
import { toMarkdown } from "../../../src/output/document/to-markdown.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import type { Inspection } from "../../../src/engine/inspect/description.js";
import { expectGolden, expectGoldenCases } from "../../golden.js";
import { account, sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { NOTHING, RICH, UNREAD } from "./rich-dao.js";

const CHAIN = { name: "arbitrum", explorer: "https://arbiscan.io" };

describe("inspectionDocument", () => {
  it("describes everything that was read", () => {
    expectGolden(
      import.meta.dirname,
      "inspection.txt",
      toTerminal(inspectionDocument(RICH, CHAIN)),
    );
    expectGolden(import.meta.dirname, "inspection.md", toMarkdown(inspectionDocument(RICH, CHAIN)));
  });

  it("says of everything that was not read why not", () => {
    const text = toTerminal(inspectionDocument(UNREAD, { name: "private" }));
    expectGolden(import.meta.dirname, "inspection-not-read.txt", text);
  });

  it("keeps strangers' text short, and on its line", () => {
    const text = toTerminal(inspectionDocument(sampleInspection(), CHAIN));
    expectGolden(import.meta.dirname, "inspection-hostile.txt", text);
  });

  it("shows the largest holders, and counts the others", () => {
    const inspection = sampleInspection({ holders: 25, proposals: 0 });
    const lines = toTerminal(inspectionDocument(inspection, CHAIN)).split("\n");
    expect(lines.filter((line) => line === "  and 5 more (--json has them all)")).to.have.length(2);
    expect(lines.filter((line) => line.includes(`  ${account(39)}  `))).to.have.length(2);
    expect(lines.join("\n")).not.to.include(account(40));
  });
});

describe("tokenBlock", () => {
  it("shows amounts in the token's decimals, or in wei if they are unknown", () => {
    const shown = (changes: Partial<Inspection["token"]>) =>
      toTerminal(tokenBlock({ ...RICH, token: { ...RICH.token, ...changes } }));
    expectGoldenCases(import.meta.dirname, "token.txt", {
      "decimals known": shown({}),
      "no most": shown({ cap: "0" }),
      "decimals not read": shown({ decimals: NOTHING }),
      "symbol not read, either": shown({ decimals: NOTHING, symbol: NOTHING }),
      "holders not read": shown({ holders: NOTHING }),
    });
  });
});
