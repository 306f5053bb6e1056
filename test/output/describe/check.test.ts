import { expect } from "chai";

import { checkDocument, madeCheckDocument } from "../../../src/output/describe/check.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import type { CheckReport } from "../../../src/operations/check/report/report.js";
import type { MadeCheck } from "../../../src/operations/run/check-made.js";
import { sampleReport } from "../../operations/check/sample-report.js";

const REPORT = sampleReport({
  passed: true,
  block: { number: 7, hash: "0x" },
  usedResult: true,
  rules: [
    { id: "names", severity: "warning", title: "names", status: "passed" },
    { id: "founders", severity: "error", title: "founders", status: "does not apply" },
  ],
});
const FINDING = {
  rule: "names",
  severity: "note",
  where: "orgName",
  message: "Other name.",
  why: "Why.",
  whatToDo: "Look.",
} as const;

const checkText = (report: CheckReport) => toTerminal(checkDocument(report));
const madeCheckText = (made: MadeCheck) => toTerminal(madeCheckDocument(made));

describe("checkDocument", () => {
  it("says which silences silence nothing, and what the others accept", () => {
    const text = checkText({
      ...REPORT,
      usedResult: false,
      silenced: [{ rule: "allowance", where: "0xb", message: "5 wei.", reason: "agreed" }],
      uselessSilences: [
        { rule: "names", reason: "x" },
        { rule: "names", where: "orgName", reason: "x" },
      ],
    });
    expect(text.split("\n")).to.include.members([
      "against parameters, Arc 0.0.1-rc.57; this DAO is not in a result file",
      "silenced allowance: 0xb",
      "  because: agreed",
      "Nothing to silence: names. Remove it.",
      "Nothing to silence: names, orgName. Remove it.",
      "Ran 1 of 1 rules: 0 findings, 1 silenced. Passed.",
    ]);
  });
});

describe("madeCheckDocument", () => {
  const made = { section: "dao", avatar: "0xa" } as const;

  it("says that the DAO could not be checked, and how to check it", () => {
    expect(madeCheckText({ ...made, section: "test", notChecked: "the node\nfailed" })).to.equal(
      "The demo test 0xa was created but could not be checked: the node failed. Run dao-migrate check --section test.",
    );
  });

  it("distinguishes notes from what is not as requested", () => {
    const start = "The DAO 0xa was checked on the chain, at block 7";
    expect(madeCheckText({ ...made, report: REPORT })).to.equal(
      `${start}: it is as requested (1 rule).`,
    );
    const remarked = { ...REPORT, findings: [FINDING] };
    expect(madeCheckText({ ...made, report: remarked })).to.equal(
      `${start}: it is as requested (1 rule). Worth knowing:\n\n` +
        "note names: orgName\n  Other name.\n  why  Why.\n  do   Look.",
    );
    const inconclusive = [{ rule: "founders", where: "founders", reason: "pruned" }];
    const failed = madeCheckText({ ...made, report: { ...REPORT, passed: false, inconclusive } });
    expect(failed).to.match(/^! .* not entirely as requested, or could not be fully checked:\n/);
    expect(failed).to.include("NOT CHECKED founders: founders\n  pruned");
    expect(failed).to.match(/\n\ndao-migrate check checks it again\.$/);
  });
});
