import { pathToFileURL } from "node:url";
import { isAbsolute, relative, sep } from "node:path";

import { oneLine } from "../../../foundation/support/printable.js";
import { RULES } from "../rules/rules.js";
import type { CheckFinding, CheckReport, FindingLocation } from "./report.js";

/** Characters of a finding in a file for other programs; strangers choose names. */
const LONGEST_MESSAGE = 2000;

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
/** Rule for results about what could not be checked. It is no rule about the chain. */
const INCONCLUSIVE = "inconclusive";

/** A finding, what could not be checked, or one of both that the configuration silences, for a reason. */
interface Result extends Pick<CheckFinding, "rule" | "where" | "location"> {
  readonly level: string;
  readonly text: string;
  readonly reason?: string;
}

/**
 * A report as SARIF 2.1.0, which code hosts show beside the parameters file.
 * @param root folder that paths are relative to
 */
export function sarifOf(
  report: CheckReport,
  { version, root }: { version: string; root: string },
): object {
  const { findings, inconclusive, silenced, params } = report;
  const results: readonly Result[] = [
    ...findings.map(({ severity, message, whatToDo, ...each }) => ({
      ...each,
      level: severity,
      text: `${message} ${whatToDo}`,
    })),
    ...inconclusive.map(({ rule, where, reason }) => ({
      ...{ rule: INCONCLUSIVE, level: "error", where: `${rule} ${where}` },
      text: `${rule}, ${where}: it could not be checked: ${reason}`,
    })),
    ...silenced.map(({ message, ...each }) => ({ ...each, level: "note", text: message })),
  ];
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "hardhat-dao-migration check", version, rules: rules() } },
        // The position in the file may change; rule and `where` stay the same.
        automationDetails: { id: `check/${report.chainId}/${report.avatar}` },
        results: results.map(({ rule, level, where, text, reason, location }) => ({
          ruleId: rule,
          level,
          message: { text: oneLine(text, LONGEST_MESSAGE) },
          partialFingerprints: { "ruleAndWhere/v1": `${rule} ${where}` },
          ...(reason && {
            suppressions: [{ kind: "external", justification: oneLine(reason, LONGEST_MESSAGE) }],
          }),
          ...(params && placeIn(uriOf(params, root), location)),
        })),
      },
    ],
  };
}

function rules(): object[] {
  const inconclusive = {
    id: INCONCLUSIVE,
    title: "every rule could read what it checks",
    why: "What could not be read was not checked and does not count as passed.",
    whatToDo: "Use a node that has the missing data, or silence it with a reason.",
    severity: "error",
  };
  return [...RULES, inconclusive].map(({ id, title, why, whatToDo, severity }) => ({
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: whatToDo },
    defaultConfiguration: { level: severity },
  }));
}

function placeIn(uri: string, { line, column }: FindingLocation = { line: 1, column: 1 }) {
  const region = { startLine: line, startColumn: column };
  return { locations: [{ physicalLocation: { artifactLocation: { uri }, region } }] };
}

/** Relative to the project, as code hosts require. */
function uriOf(path: string, root: string): string {
  const inside = relative(root, path);
  if (inside.startsWith("..") || isAbsolute(inside)) return pathToFileURL(path).href;
  return inside.split(sep).map(encodeURIComponent).join("/");
}
