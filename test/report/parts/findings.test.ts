import { expect } from "chai";

import { Addresses } from "../../../src/report/elements.js";
import { findingsPart, gapsPart } from "../../../src/report/parts/findings.js";
import { HOSTILE, sampleFacts } from "../sample-facts.js";
import { sampleReport } from "../../check/sample-report.js";
import { plainText } from "./plain-text.js";

const ADDRESSES = new Addresses(new Map(), undefined);
const CHECK = sampleReport({
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

describe("findingsPart", () => {
  it("lists findings, what was not checked, and what is silenced, with reasons", () => {
    const part = findingsPart(CHECK, ADDRESSES);
    const text = plainText(part);
    expect(text)
      .to.include("With dao.json, Arc 0.0.1-rc.57.")
      .and.include("People know it by that. Look.")
      .and.include("Look at this: Not checked: founders, founders:")
      .and.include("Note: Silenced: allowance, 0xb: 5 wei. Because: agreed")
      .and.include("names names are as in the file failed")
      .and.include("founders founders have theirs not checked");
    expect(String(part)).not.to.match(/<(img|svg|script)|somewhere/);
  });

  it("says that parameters were given without a file, or not at all", () => {
    const { params, ...withoutFile } = CHECK;
    expect(params).not.to.equal(undefined);
    expect(plainText(findingsPart(withoutFile, ADDRESSES))).to.include(
      "With the parameters given,",
    );
    expect(plainText(findingsPart(undefined, ADDRESSES))).to.include(
      "No parameters file was given, so it was not compared with one.",
    );
  });
});

describe("gapsPart", () => {
  const { inspection } = sampleFacts();

  it("says that everything was read only if it was", () => {
    expect(plainText(gapsPart(inspection, ADDRESSES))).to.include("Everything was read.");
    const missingEvents = "events before block 9 were not read, and the DAO may be older";
    expect(plainText(gapsPart({ ...inspection, missingEvents }, ADDRESSES)))
      .to.include(`Look at this: ${missingEvents}`)
      .and.not.include("Everything");
  });

  it("lists the first 20 places with the same reason, and counts the others", () => {
    const [proposal] = sampleFacts().inspection.proposals as never as readonly object[];
    const proposals = Array.from({ length: 23 }, () => ({
      ...proposal,
      asks: { notRead: "the node failed" },
    }));
    const text = plainText(gapsPart({ ...inspection, proposals: proposals as never }, ADDRESSES));
    expect(text).to.include("the node failed proposals[0].asks proposals[1].asks");
    expect(text).to.match(/proposals\[19\]\.asks and 3 more$/);
  });
});
