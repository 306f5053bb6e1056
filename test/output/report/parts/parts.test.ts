import { expect } from "chai";

import type { Parts } from "../../../../src/output/document/document.js";
import { HtmlDrawing } from "../../../../src/output/document/to-html.js";
import { toTerminal } from "../../../../src/output/document/to-terminal.js";
import type { Inspection } from "../../../../src/engine/inspect/description.js";
import { controlPart } from "../../../../src/output/report/parts/control.js";
import { findingParts, gapParts } from "../../../../src/output/report/parts/findings.js";
import {
  organizationPart,
  permissionParts,
} from "../../../../src/output/report/parts/organization.js";
import { proposalsPart } from "../../../../src/output/report/parts/proposals.js";
import { sampleReport } from "../../../operations/check/sample-report.js";
import { NOTHING, RICH, STRANGER, UNKNOWN } from "../../describe/rich-dao.js";
import { expectGolden, expectGoldenCases, linesOfHtml } from "../../../golden.js";
import { HOSTILE } from "../../../engine/inspect/sample-inspection.js";
import { sampleFacts } from "../sample-facts.js";
import { plainText } from "./plain-text.js";

const drawing = new HtmlDrawing({ names: new Map() });
const facts = sampleFacts();
const sample = facts.inspection;

describe("organizationPart", () => {
  const shown = (changes: Partial<Inspection>) =>
    organizationPart({ ...facts, inspection: { ...RICH, ...changes } }, drawing);

  it("shows the organisation as a picture and in words", () => {
    expectGolden(import.meta.dirname, "organization.html", linesOfHtml(String(shown({}))));
  });

  it("describes the picture in words, with plurals only where they belong", () => {
    const { votingMachines, schemes, reputation } = sample;
    expect(plainText(shown({ votingMachines, schemes }))).to.include(
      "vote in 1 voting machine on proposals of 2 schemes, which",
    );
    expect(plainText(shown({ schemes: schemes.slice(0, 1) }))).to.include(
      "in 2 voting machines on proposals of 1 scheme, which",
    );
    expect(plainText(shown({ reputation: { ...reputation, holders: NOTHING } }))).to.include(
      "holders not read",
    );
    const lonely = organizationPart({ ...facts, standAlone: [] }, drawing);
    expect(plainText(lonely)).not.to.include("Stand-alone contracts");
    expect(plainText(shown({ name: NOTHING, treasury: NOTHING })))
      .to.include("name not read")
      .and.include("treasury not read");
  });
});

describe("controlPart", () => {
  it("says for each power who has it, with and without a vote", () => {
    expectGolden(
      import.meta.dirname,
      "powers.html",
      linesOfHtml(String(controlPart(RICH, drawing))),
    );
    expect(plainText(controlPart({ ...RICH, schemes: [] }, drawing))).to.include(
      "No registered scheme has a permission.",
    );
  });
});

describe("proposalsPart", () => {
  const shown = (changes: Partial<Inspection>) =>
    plainText(
      proposalsPart({ inspection: { ...sample, ...changes }, simulations: [] }, drawing),
    ).slice(0, 190);

  it("counts proposals, and says which were not read", () => {
    const [open, ...over] = sample.proposals as readonly object[];
    const call = { to: UNKNOWN, value: "0", data: "0x" };
    const of = (...list: readonly unknown[]) => shown({ proposals: list as never });
    expectGoldenCases(import.meta.dirname, "proposal-counts.txt", {
      "one open": of(open),
      "one over": of(over[0]),
      "two over": of(...over),
      "one of three": of(open, ...over),
      "three calls": of({ ...over[0], requests: { kind: "calls", calls: [call, call, call] } }),
      "two open": of(open, open),
      none: of(),
      "not read": shown({ proposals: NOTHING }),
      "none of a machine that was not read": shown({
        proposals: [],
        votingMachines: [{ contract: UNKNOWN, proposals: NOTHING }],
      }),
      "progress not read": of({ ...open, progress: NOTHING, votes: NOTHING }),
    });
  });
});

describe("permissionParts", () => {
  it("says when, by whom and with which controller a scheme was registered", () => {
    const [entry] = sample.schemes[0]!.history;
    const history = [
      { ...entry!, how: "controller", controller: STRANGER } as const,
      { ...entry!, event: "unregistered", how: "itself" } as const,
    ];
    const schemes = [
      { ...sample.schemes[0]!, history },
      { ...sample.schemes[1]!, history: [] },
    ];
    expectGolden(
      import.meta.dirname,
      "permissions.txt",
      toTerminal(permissionParts({ ...sample, schemes })),
    );
  });
});

describe("findingParts", () => {
  const check = sampleReport({
    params: "/somewhere/else/dao.json",
    usedResult: true,
    rules: [
      { id: "names", severity: "warning", title: "names are as in the file", status: "failed" },
      { id: "founders", severity: "error", title: "founders have theirs", status: "inconclusive" },
    ],
    findings: [
      {
        rule: "names",
        severity: "warning",
        where: "orgName",
        message: HOSTILE,
        why: "People know it by that.",
        whatToDo: "Look.",
      },
    ],
    inconclusive: [{ rule: "founders", where: "founders", reason: HOSTILE }],
    silenced: [{ rule: "allowance", where: "0xb", message: "5 wei.", reason: "agreed" }],
    uselessSilences: [],
  });

  it("lists findings, what was not checked, and what is silenced, with reasons", () => {
    expectGoldenCases(import.meta.dirname, "findings.txt", {
      "with a file": toTerminal(findingParts(check)),
      "without a file": toTerminal(findingParts({ ...check, params: undefined })),
      "not compared": toTerminal(findingParts(undefined)),
    });
    expect(String(drawing.parts(findingParts(check)))).not.to.match(/<(img|svg|script)|somewhere/);
  });
});

describe("gapParts", () => {
  const shown = (changes: Partial<Inspection>): Parts => gapParts({ ...sample, ...changes });

  it("says what was not read, and why", () => {
    const [proposal] = sample.proposals as readonly object[];
    const unread = Array.from({ length: 23 }, () => ({ ...proposal, requests: NOTHING }));
    expectGoldenCases(import.meta.dirname, "gaps.txt", {
      nothing: toTerminal(shown({})),
      events: toTerminal(shown({ missingEvents: "events before block 9 were not read" })),
      "more places than fit": toTerminal(shown({ proposals: unread as never })),
    });
  });
});
