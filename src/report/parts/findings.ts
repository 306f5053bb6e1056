import { basename } from "node:path";

import type { CheckReport, Finding, RuleReport } from "../../check/report/report.js";
import type { Inspection } from "../../inspect/description.js";
import { isNotRead } from "../../terminal/inspection-words.js";
import { oneLine } from "../../support/printable.js";
import { badge, remark, section, table, type Addresses, type Tone } from "../elements.js";
import { html, type Html } from "../../document/html.js";

const STATUS: Readonly<Record<RuleReport["status"], readonly [Tone, string]>> = {
  passed: ["good", "passed"],
  failed: ["danger", "failed"],
  noted: ["note", "noted"],
  inconclusive: ["caution", "not checked"],
  "does not apply": ["note", "does not apply"],
};
const TONES: Readonly<Record<Finding["severity"], Tone>> = {
  error: "danger",
  warning: "caution",
  note: "note",
};

/** The findings of a check against a parameters file. */
export function findingsPart(check: CheckReport | undefined, addresses: Addresses): Html {
  const title = "Compared with its parameters";
  if (check === undefined) {
    return section(
      "findings",
      title,
      html`<p>No parameters file was given, so it was not compared with one.</p>`,
    );
  }
  const { params, arcVersion, findings, inconclusive, silenced, rules } = check;
  return section(
    "findings",
    title,
    // Only the file's name, so that the same chain and file give the same page on every machine.
    html`<p>
        With
        ${params === undefined ? "the parameters given" : html`<bdi>${oneLine(basename(params))}</bdi>`},
        Arc ${arcVersion}.
      </p>
      <ul class="remarks">
        ${findings.map((each) =>
          remark(
            TONES[each.severity],
            html`<strong>${addresses.within(oneLine(each.message, 1000))}</strong> (${each.rule},
              ${addresses.within(oneLine(each.where))}) <br />${each.why} ${each.whatToDo}`,
          ),
        )}${inconclusive.map(({ rule, where, reason }) =>
          remark(
            "caution",
            html`Not checked: ${rule}, ${addresses.within(oneLine(where))}: ${oneLine(reason)}`,
          ),
        )}${silenced.map(({ rule, where, message, reason }) =>
          remark(
            "note",
            html`Silenced: ${rule}, ${addresses.within(oneLine(where))}:
            ${addresses.within(oneLine(message))} Because: ${oneLine(reason)}`,
          ),
        )}
      </ul>`,
    table(
      "Rules",
      ["Rule", "What is checked", "Outcome"],
      rules.map(({ id, title: what, status }) => [
        html`<code>${id}</code>`,
        what,
        badge(...STATUS[status]),
      ]),
    ),
  );
}

/** Everything that could not be read, and why. The rest of the page is only reliable if this is short. */
export function gapsPart(inspection: Inspection, addresses: Addresses): Html {
  const gaps = gapsIn(inspection);
  const { missingEvents } = inspection;
  return section(
    "not-read",
    "What could not be read",
    gaps.size === 0 && missingEvents === undefined
      ? html`<p>Everything was read.</p>`
      : html`<ul class="remarks">
          ${missingEvents !== undefined && remark("caution", missingEvents)}${[...gaps].map(
            ([why, places]) =>
              remark(
                "caution",
                html`${addresses.within(oneLine(why))}
                  <ul class="plain">
                    ${places.slice(0, MOST_PLACES).map((place) => html`<li><code>${place}</code></li>`)}${
                      places.length > MOST_PLACES &&
                      html`<li>and ${places.length - MOST_PLACES} more</li>`
                    }
                  </ul>`,
              ),
          )}
        </ul>`,
  );
}

const MOST_PLACES = 20;

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
