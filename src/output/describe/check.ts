import type {
  CheckReport,
  CheckFinding,
  RuleReport,
} from "../../operations/check/report/report.js";
import { block, caution, count, facts, group, line, phrase } from "../document/document.js";
import type { Inline, Part, Parts, Tone } from "../document/document.js";
import type { MadeCheck } from "../../operations/run/check-made.js";
import { shownPath } from "../../foundation/support/shown-path.js";

const STATUS: Readonly<Record<RuleReport["status"], readonly [Tone, string]>> = {
  passed: ["good", "ok"],
  failed: ["danger", "failed"],
  notes: ["note", "note"],
  inconclusive: ["danger", "not checked"],
  "does not apply": ["note", "-"],
};

export const SEVERITIES: Readonly<Record<CheckFinding["severity"], Tone>> = {
  error: "danger",
  warning: "caution",
  note: "note",
};

/** The parameters that a DAO is compared with: their file, or other words if they are in none. */
export function fileOf({ params }: { readonly params?: string }, otherwise: string): Inline {
  return params === undefined ? otherwise : { code: shownPath(params) };
}

export function checkDocument(report: CheckReport): Parts {
  const { avatar, network, chainId, block: at, arcVersion, usedResult } = report;
  return [
    group(
      line`DAO ${{ address: avatar }} on ${{ untrusted: network }} (chain ID ${chainId}), block ${at.number}`,
      line`against ${fileOf(report, "parameters")}, Arc ${arcVersion}${!usedResult && "; this DAO is not in a result file"}`,
    ),
    checkParts(report, fileOf(report, "parameters")),
  ];
}

/** The same without the DAO. */
export function checkParts(report: CheckReport, file: Inline): Parts {
  return [
    group({
      caption: "Rules",
      rows: report.rules.map(({ id, status, title }) => {
        const [tone, text] = STATUS[status];
        return [{ tone, text }, id, title];
      }),
    }),
    problems(report, file),
    report.silenced.map(({ rule, where, message, reason }) => {
      const below = [line({ sentence: message }), line`because: ${{ sentence: reason }}`];
      return group(line(phrase`silenced ${rule}: ${{ sentence: where }}`, below));
    }),
    group(
      report.uselessSilences.map(
        ({ rule, where }) =>
          line`Nothing to silence: ${rule}${where !== undefined && [", ", { sentence: where }]}. Remove it.`,
      ),
    ),
    group(line(summaryOf(report))),
  ];
}

/** The result of the check after a migration, which succeeded in any case. */
export function madeCheckDocument({ section, avatar, report, notChecked = "" }: MadeCheck): Parts {
  const command = section === "test" ? "dao-migrate check --section test" : "dao-migrate check";
  const dao = phrase`${section === "test" ? "The demo test" : "The DAO"} ${{ address: avatar }}`;
  if (report === undefined) {
    return line`${dao} was created but could not be checked: ${{ sentence: notChecked }}. Run ${{ code: command }}.`;
  }
  const { passed } = report;
  const rules = count(applyingOf(report).length, "rule");
  const checked = phrase`${dao} was checked on the chain, at block ${report.block.number}`;
  const found = problems(report, fileOf(report, "parameters"));
  if (found.length === 0) return line`${checked}: it is as requested (${rules}).`;
  return [
    passed
      ? line`${checked}: it is as requested (${rules}). Worth knowing:`
      : caution`${checked}. It was created, but it is not entirely as requested, or could not be fully checked:`,
    ...found,
    group(!passed && line`${{ code: command }} checks it again.`),
  ];
}

function problems(report: CheckReport, file: Inline): readonly Part[] {
  return [
    ...report.findings.map((finding) => findingPart(finding, file)),
    ...report.inconclusive.map(({ rule, where, reason }) =>
      block(
        phrase`${{ tone: "danger", text: "not checked" }} ${rule}: ${{ sentence: where }}`,
        line({ sentence: reason }),
      ),
    ),
  ];
}

function findingPart(
  { rule, severity, where, message, why, whatToDo, location }: CheckFinding,
  file: Inline,
): Part {
  const place = location !== undefined && [" (", file, `:${location.line})`];
  return block(
    phrase`${{ tone: SEVERITIES[severity], text: severity }} ${rule}: ${{ sentence: where }}${place}`,
    line({ sentence: message }),
    facts(["why", why], ["do", whatToDo]),
  );
}

function applyingOf({ rules }: CheckReport): readonly RuleReport[] {
  return rules.filter(({ status }) => status !== "does not apply");
}

/** A summary such as `Ran 14 of 16 rules: 2 findings, 2 rules not checked. Failed.` */
function summaryOf(report: CheckReport): string {
  const { findings, silenced, passed } = report;
  const applying = applyingOf(report);
  const not = applying.filter(({ status }) => status === "inconclusive").length;
  const parts = [
    count(findings.length, "finding"),
    ...(silenced.length > 0 ? [`${silenced.length} silenced`] : []),
    ...(not > 0 ? [`${not} not checked`] : []),
  ];
  return `Ran ${applying.length - not} of ${applying.length} rules: ${parts.join(", ")}. ${passed ? "Passed." : "Failed."}`;
}
