import { oneLine } from "../../../foundation/support/printable.js";
import type { CheckReport, RuleReport } from "./report.js";

/** Characters of a finding in a file for other programs; strangers choose names. */
export const LONGEST_MESSAGE = 2000;

/** A report as JUnit XML, with a test case for each rule. */
export function junitOf(report: CheckReport): string {
  const counted = report.rules.filter(({ status }) => status !== "does not apply");
  const count = (status: RuleReport["status"]): number =>
    counted.filter((rule) => rule.status === status).length;
  const attributes = {
    name: "dao-migrate check",
    tests: counted.length,
    failures: count("failed"),
    errors: count("inconclusive"),
    skipped: 0,
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributesText(attributes)}>`,
    `  <testsuite ${attributesText({ ...attributes, name: `DAO ${report.avatar} on ${report.network}` })}>`,
    ...counted.flatMap((rule) => caseLines(rule, report)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseLines({ id, title, status }: RuleReport, report: CheckReport): string[] {
  const opening = `    <testcase ${attributesText({ classname: "dao-migrate.check", name: `${id}: ${title}` })}`;
  const said = saidOf(id, report);
  if (status === "failed")
    return [`${opening}>`, ...element("failure", id, said), "    </testcase>"];
  if (status === "inconclusive") {
    return [`${opening}>`, ...element("error", id, said), "    </testcase>"];
  }
  if (said.length === 0) return [`${opening}/>`];
  return [
    `${opening}>`,
    `      <system-out>${escaped(said.join("\n"))}</system-out>`,
    "    </testcase>",
  ];
}

function element(name: "failure" | "error", type: string, said: readonly string[]): string[] {
  const attributes = attributesText({ type, message: said[0] ?? "" });
  return [`      <${name} ${attributes}>${escaped(said.join("\n"))}</${name}>`];
}

function saidOf(id: string, { findings, inconclusive, silenced }: CheckReport): readonly string[] {
  const said = [
    ...findings
      .filter(({ rule }) => rule === id)
      .map(({ where, message, whatToDo }) => `${where}: ${message} ${whatToDo}`),
    ...inconclusive
      .filter(({ rule }) => rule === id)
      .map(({ where, reason }) => `${where}: it could not be checked: ${reason}`),
    ...silenced
      .filter(({ rule }) => rule === id)
      .map(({ where, message, reason }) => `${where}: silenced (${reason}): ${message}`),
  ];
  return said.map((text) => oneLine(text, LONGEST_MESSAGE));
}

function attributesText(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replaceAll("\n", "&#10;")}"`)
    .join(" ");
}

/** Names of DAOs and tokens are untrusted; characters that XML does not allow are removed. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
