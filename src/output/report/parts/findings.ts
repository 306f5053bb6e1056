import { basename } from "node:path";

import type { CheckReport } from "../../../operations/check/report/report.js";
import { checkParts } from "../../describe/check.js";
import { caution, firstLines, line, paragraph, type Parts } from "../../document/document.js";
import type { Inspection } from "../../../engine/inspect/description.js";
import { isNotRead } from "../../../engine/inspect/reading/attempt.js";

const MOST_PLACES = 20;

export function findingParts(check: CheckReport | undefined): Parts {
  if (check === undefined)
    return paragraph("No parameters file was given, so it was not compared with one.");
  const { params, arcVersion } = check;
  // Only the file's name, so that the same chain and file give the same page on every machine.
  const file = params === undefined ? "the parameters given" : { code: basename(params) };
  return [paragraph`With ${file}, Arc ${arcVersion}.`, checkParts(check, file)];
}

/** Everything that could not be read, and why. The rest of the page is only reliable if this is short. */
export function gapParts(inspection: Inspection): Parts {
  const gaps = gapsIn(inspection);
  const { missingEvents } = inspection;
  if (gaps.size === 0 && missingEvents === undefined) return paragraph("Everything was read.");
  return [
    missingEvents !== undefined && caution({ sentence: missingEvents }),
    [...gaps].map(([why, places]) => {
      const lines = places.map((place) => line({ code: place }));
      return caution({ sentence: why }, firstLines(lines, MOST_PLACES));
    }),
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
