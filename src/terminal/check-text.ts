import { relative } from "node:path";

import type { CheckReport, Finding, RuleReport } from "../check/report/report.js";
import type { MadeCheck } from "../run/check-made.js";
import { oneLine } from "../support/printable.js";

const STATUS: Readonly<Record<RuleReport["status"], string>> = {
  passed: "ok",
  failed: "FAILED",
  noted: "note",
  inconclusive: "NOT CHECKED",
  "does not apply": "-",
};

/** The result of a check as text: one line per rule, then the findings. */
export function checkText(report: CheckReport): string {
  const { avatar, network, chainId, block, arcVersion, params, usedResult } = report;
  const file = params === undefined ? "parameters" : relative(process.cwd(), params);
  return [
    [
      `DAO ${avatar} on ${network} (chain ID ${chainId}), block ${block.number}`,
      `against ${oneLine(file)}, Arc ${arcVersion}${usedResult ? "" : "; this DAO is not in a result file"}`,
    ],
    table(report.rules),
    ...problems(report, file),
    ...report.silenced.map(({ rule, where, message, reason }) => [
      `silenced ${rule}: ${oneLine(where)}`,
      `  ${oneLine(message)}`,
      `  because: ${oneLine(reason)}`,
    ]),
    report.uselessSilences.map(
      ({ rule, where }) =>
        `Nothing to silence: ${rule}${where === undefined ? "" : `, ${oneLine(where)}`}. Remove it.`,
    ),
    [summaryOf(report)],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}

/** The result of the check after a migration, which succeeded in any case. */
export function madeCheckText({ section, avatar, report, notChecked }: MadeCheck): string {
  const what = section === "test" ? "The demo test" : "The DAO";
  if (report === undefined) {
    return (
      `${what} ${avatar} was created but could not be checked: ${oneLine(notChecked ?? "", 1000)}. ` +
      `Run ${commandOf(section)}.`
    );
  }
  const { rules, block, params, passed } = report;
  const applying = rules.filter(({ status }) => status !== "does not apply").length;
  const count = applying === 1 ? "1 rule" : `${applying} rules`;
  const checked = `${what} ${avatar} was checked on the chain, at block ${block.number}`;
  const file = params === undefined ? "parameters" : relative(process.cwd(), params);
  const found = problems(report, file).map((lines) => lines.join("\n"));
  if (found.length === 0) return `${checked}: it is as requested (${count}).`;
  return [
    passed
      ? `${checked}: it is as requested (${count}). Worth knowing:`
      : `! ${checked}. It was created, but it is not entirely as requested, or could not be fully checked:`,
    ...found,
    ...(passed ? [] : [`${commandOf(section)} checks it again.`]),
  ].join("\n\n");
}

function commandOf(section: MadeCheck["section"]): string {
  return section === "test" ? "dao-migrate check --section test" : "dao-migrate check";
}

/** One part per finding, and one per check that could not be made. */
function problems({ findings, inconclusive }: CheckReport, file: string): string[][] {
  return [
    ...findings.map((finding) => findingLines(finding, file)),
    ...inconclusive.map(({ rule, where, reason }) => [
      `NOT CHECKED ${rule}: ${oneLine(where)}`,
      `  ${oneLine(reason)}`,
    ]),
  ];
}

function table(rules: readonly RuleReport[]): string[] {
  const width = Math.max(...rules.map(({ id }) => id.length));
  const statusWidth = Math.max(...Object.values(STATUS).map(({ length }) => length));
  return rules.map(
    ({ id, status, title }) =>
      `${STATUS[status].padEnd(statusWidth)}  ${id.padEnd(width)}  ${title}`,
  );
}

function findingLines(
  { rule, severity, where, message, why, whatToDo, location }: Finding,
  file: string,
): string[] {
  const place = location === undefined ? "" : ` (${oneLine(file)}:${location.line})`;
  return [
    `${severity} ${rule}: ${oneLine(where)}${place}`,
    `  ${oneLine(message, 1000)}`,
    `  why:  ${why}`,
    `  do:   ${whatToDo}`,
  ];
}

/** A summary such as `Ran 14 of 16 rules: 2 findings, 2 rules not checked. Failed.` */
function summaryOf({ rules, findings, silenced, passed }: CheckReport): string {
  const applying = rules.filter(({ status }) => status !== "does not apply");
  const not = applying.filter(({ status }) => status === "inconclusive").length;
  const parts = [
    findings.length === 1 ? "1 finding" : `${findings.length} findings`,
    ...(silenced.length > 0 ? [`${silenced.length} silenced`] : []),
    ...(not > 0 ? [`${not} not checked`] : []),
  ];
  return `Ran ${applying.length - not} of ${applying.length} rules: ${parts.join(", ")}. ${passed ? "Passed." : "Failed."}`;
}
