import { basename } from "node:path";

import type { CheckReport, Finding, RuleReport } from "../../check/report/report.js";
import {
  caution,
  line,
  paragraph,
  phrase,
  remark,
  type Inline,
  type Parts,
  type Tone,
} from "../../document/document.js";
import type { Inspection } from "../../inspect/description.js";
import { isNotRead } from "../../inspect/reading/attempt.js";

const STATUS: Readonly<Record<RuleReport["status"], readonly [Tone, string]>> = {
  passed: ["good", "passed"],
  failed: ["danger", "failed"],
  noted: ["note", "noted"],
  inconclusive: ["caution", "not checked"],
  "does not apply": ["note", "does not apply"],
};
export const TONES: Readonly<Record<Finding["severity"], Tone>> = {
  error: "danger",
  warning: "caution",
  note: "note",
};
const MOST_PLACES = 20;

/** The findings of a check against a parameters file. */
export function findingParts(check: CheckReport | undefined): Parts {
  if (check === undefined)
    return paragraph("No parameters file was given, so it was not compared with one.");
  const { params, arcVersion, findings, inconclusive, silenced, rules } = check;
  // Only the file's name, so that the same chain and file give the same page on every machine.
  const file: Inline =
    params === undefined ? "the parameters given" : { untrusted: basename(params) };
  const at = (rule: string, where: string) => phrase`${rule}, ${{ sentence: where }}`;
  return [
    paragraph(phrase`With ${file}, Arc ${arcVersion}.`),
    findings.map(({ rule, severity, where, message, why, whatToDo }) =>
      remark(
        TONES[severity],
        phrase`${{ strong: { sentence: message } }} (${at(rule, where)})`,
        line(`${why} ${whatToDo}`),
      ),
    ),
    inconclusive.map(({ rule, where, reason }) =>
      caution(phrase`Not checked: ${at(rule, where)}: ${{ sentence: reason }}`),
    ),
    silenced.map(({ rule, where, message, reason }) =>
      remark(
        "note",
        phrase`Silenced: ${at(rule, where)}: ${{ sentence: message }} Because: ${{ sentence: reason }}`,
      ),
    ),
    {
      caption: "Rules",
      heads: ["Rule", "What is checked", "Outcome"],
      rows: rules.map(({ id, title, status }): readonly Inline[] => {
        const [tone, text] = STATUS[status];
        return [{ code: id }, title, { tone, text }];
      }),
    },
  ];
}

/** Everything that could not be read, and why. The rest of the page is only reliable if this is short. */
export function gapParts(inspection: Inspection): Parts {
  const gaps = gapsIn(inspection);
  const { missingEvents } = inspection;
  if (gaps.size === 0 && missingEvents === undefined) return paragraph("Everything was read.");
  return [
    missingEvents !== undefined && caution({ sentence: missingEvents }),
    [...gaps].map(([why, places]) =>
      caution(
        { sentence: why },
        places.slice(0, MOST_PLACES).map((place) => line({ code: place })),
        places.length > MOST_PLACES && line(`and ${places.length - MOST_PLACES} more`),
      ),
    ),
  ];
}

/** Paths in the inspection that were not read, by reason. */
export function gapsIn(inspection: Inspection): ReadonlyMap<string, readonly string[]> {
  const gaps = new Map<string, string[]>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    if (isNotRead(value)) {
      gaps.set(value.notRead, [...(gaps.get(value.notRead) ?? []), path]);
      return;
    }
    for (const [key, each] of Object.entries(value)) {
      visit(each, Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`);
    }
  };
  visit(inspection, "");
  return gaps;
}
