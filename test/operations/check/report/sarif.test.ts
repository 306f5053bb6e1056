import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "chai";

import type { CheckReport } from "../../../../src/operations/check/report/report.js";
import { sarifOf } from "../../../../src/operations/check/report/sarif.js";
import { RULES } from "../../../../src/operations/check/rules/rules.js";
import { expectGolden } from "../../../golden.js";
import { sampleReport } from "../sample-report.js";

const ROOT = join(sep, "project");
const REPORT = sampleReport({
  params: join(ROOT, "my params", "dao.json"),
  findings: [
    {
      rule: "names",
      severity: "warning",
      where: "orgName",
      message: "Other name.",
      why: "",
      whatToDo: "Look.",
      location: { line: 3, column: 5 },
    },
  ],
  inconclusive: [{ rule: "founders", where: "founders", reason: "pruned" }],
  silenced: [{ rule: "allowance", where: "0xb", message: "5 wei.", reason: "agreed" }],
});

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly { readonly locations?: unknown }[];
}

function run(report: CheckReport): Run {
  const { runs } = sarifOf(report, { version: "1.2.3", root: ROOT }) as { readonly runs: [Run] };
  return runs[0];
}

describe("sarifOf", () => {
  it("has a result for each finding, for what was not checked, and for what is silenced, each at its place in the file", () => {
    const { tool: _, ...shown } = run(REPORT);
    expectGolden(import.meta.dirname, "sarif.json", JSON.stringify(shown, null, 2));
  });

  it("describes every rule that a result can name", () => {
    expect(run(REPORT).tool.driver.rules.map(({ id }) => id)).to.deep.equal([
      ...RULES.map(({ id }) => id),
      "inconclusive",
    ]);
  });

  it("names a file outside the project by its URL, and none if there is none", () => {
    const outside = join(sep, "elsewhere", "dao.json");
    const [first] = run({ ...REPORT, params: outside }).results;
    expect(JSON.stringify(first)).to.include(`"uri":"${pathToFileURL(outside).href}"`);
    const { results } = run({ ...REPORT, params: undefined });
    expect(results.map(({ locations }) => locations)).to.deep.equal(results.map(() => undefined));
  });
});
