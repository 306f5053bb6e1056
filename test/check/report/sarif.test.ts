import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";

import type { CheckReport } from "../../../src/check/report/report.js";
import { sarifOf } from "../../../src/check/report/sarif.js";
import { RULES } from "../../../src/check/rules/rules.js";
import { sampleReport } from "../sample-report.js";

const ROOT = join(sep, "project");
const FINDING = {
  rule: "names",
  severity: "warning",
  where: "orgName",
  message: "Other name.",
  why: "",
  whatToDo: "Look.",
  location: { line: 3, column: 5 },
} as const;
const REPORT = sampleReport({
  params: join(ROOT, "my params", "dao.json"),
  findings: [FINDING],
  inconclusive: [{ rule: "founders", where: "founders", reason: "pruned" }],
  silenced: [{ rule: "allowance", where: "0xb", message: "5 wei.", reason: "agreed" }],
});

interface Result {
  readonly ruleId: string;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly suppressions?: readonly object[];
  readonly locations?: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: object;
    };
  }[];
}

function run(report: CheckReport) {
  const { runs } = sarifOf(report, { version: "1.2.3", root: ROOT }) as {
    readonly runs: readonly [
      {
        readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
        readonly results: readonly Result[];
      },
    ];
  };
  return runs[0];
}

describe("sarifOf", () => {
  it("has a result for each finding, for what was not checked, and for what is silenced", () => {
    const shown = run(REPORT).results.map(({ ruleId, level, message, suppressions }) => [
      ruleId,
      level,
      message.text,
      suppressions,
    ]);
    expect(shown).to.deep.equal([
      ["names", "warning", "Other name. Look.", undefined],
      ["inconclusive", "error", "founders, founders: it could not be checked: pruned", undefined],
      ["allowance", "note", "5 wei.", [{ kind: "external", justification: "agreed" }]],
    ]);
  });

  it("describes every rule that a result can name", () => {
    expect(run(REPORT).tool.driver.rules.map(({ id }) => id)).to.deep.equal([
      ...RULES.map(({ id }) => id),
      "inconclusive",
    ]);
  });

  it("places results in the parameters file, relative to the project", () => {
    const places = run(REPORT).results.map(({ locations }) => locations![0]!.physicalLocation);
    expect(
      places.map(({ artifactLocation, region }) => [artifactLocation.uri, region]),
    ).to.deep.equal([
      ["my%20params/dao.json", { startLine: 3, startColumn: 5 }],
      ["my%20params/dao.json", { startLine: 1, startColumn: 1 }],
      ["my%20params/dao.json", { startLine: 1, startColumn: 1 }],
    ]);
    const outside = join(sep, "elsewhere", "dao.json");
    const [first] = run({ ...REPORT, params: outside }).results;
    expect(first!.locations![0]!.physicalLocation.artifactLocation.uri).to.equal(
      pathToFileURL(outside).href,
    );
    const { params, ...withoutFile } = REPORT;
    expect(params).not.to.equal(undefined);
    expect(run(withoutFile).results.every(({ locations }) => locations === undefined)).to.equal(
      true,
    );
  });
});
