import { expect } from "chai";

import { junitOf } from "../../../../src/operations/check/report/junit.js";
import { expectGolden } from "../../../golden.js";
import { sampleReport } from "../sample-report.js";

const REPORT = sampleReport({
  rules: [
    { id: "names", severity: "warning", title: "names", status: "failed" },
    { id: "supply", severity: "note", title: "supplies", status: "notes" },
    { id: "founders", severity: "error", title: "founders", status: "inconclusive" },
    { id: "allowance", severity: "warning", title: "allowances", status: "passed" },
    { id: "result-contracts", severity: "error", title: "x", status: "does not apply" },
  ],
  findings: [
    {
      rule: "names",
      severity: "warning",
      where: "orgName",
      message: '\u0007]]> & <"\ud800\ufffe',
      why: "",
      whatToDo: "Look.",
    },
    {
      rule: "supply",
      severity: "note",
      where: "token",
      message: "more",
      why: "",
      whatToDo: "Look.",
    },
  ],
  inconclusive: [{ rule: "founders", where: "founders", reason: "pruned" }],
  silenced: [{ rule: "allowance", where: "0xb", message: "5 wei", reason: "agreed" }],
  uselessSilences: [],
});

describe("junitOf", () => {
  it("has a case for each rule that applies, counts failures and errors, and escapes what strangers wrote", () => {
    const xml = junitOf(REPORT);
    expectGolden(import.meta.dirname, "junit.xml", xml.trimEnd());
    expect(xml).to.match(/^[\t\n\u0020-\ud7ff]+$/);
  });

  it("is valid XML that follows the schema Jenkins reads", () => {
    const open: { readonly name: string; readonly children: string[] }[] = [];
    for (const [token] of junitOf(REPORT).matchAll(/<[^>]+>|[^<]+/g)) {
      const [, closing, name = "", attributes = "", empty] =
        /^<(\/?)([\w-]+)((?: \w+="[^"<]*")*)(\/?)>$/.exec(token) ?? [];
      if (name === "") {
        // Only text elements contain text.
        if (/\S/.test(token) && !token.startsWith("<?")) {
          expect(open.at(-1)?.name).to.match(/^(failure|error|system-out)$/);
        }
        continue;
      }
      if (closing === "/") {
        const { name: opened, children } = open.pop()!;
        expect(opened).to.equal(name);
        if (name === "testcase")
          expect(children.join(" ")).to.match(/^(error|failure)?( ?system-out)?$/);
        continue;
      }
      const schema = JENKINS[name];
      expect(schema, name).not.to.equal(undefined);
      expect(open.at(-1)?.name).to.equal(schema!.parent);
      const given = [...attributes.matchAll(/ (\w+)="/g)].map(([, attribute]) => attribute);
      expect(schema!.attributes).to.include.members(given);
      expect(given).to.include.members([...schema!.required]);
      expect(new Set(given).size).to.equal(given.length);
      open.at(-1)?.children.push(name);
      if (empty !== "/") open.push({ name, children: [] });
    }
    expect(open).to.deep.equal([]);
  });
});

interface Element {
  readonly parent: string | undefined;
  readonly attributes: readonly string[];
  readonly required: readonly string[];
}

/** The parent, allowed attributes and required attributes of each element, from jenkins-junit.xsd. */
const JENKINS: Readonly<Record<string, Element>> = {
  testsuites: {
    parent: undefined,
    attributes: ["name", "time", "tests", "failures", "disabled", "errors", "skipped"],
    required: [],
  },
  testsuite: {
    parent: "testsuites",
    attributes: ["name", "tests", "failures", "errors", "time", "disabled", "skipped", "timestamp"],
    required: ["name", "tests"],
  },
  testcase: {
    parent: "testsuite",
    attributes: ["name", "assertions", "time", "classname", "status"],
    required: ["name"],
  },
  failure: { parent: "testcase", attributes: ["type", "message"], required: [] },
  error: { parent: "testcase", attributes: ["type", "message"], required: [] },
  "system-out": { parent: "testcase", attributes: [], required: [] },
};
