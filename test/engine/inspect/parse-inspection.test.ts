import { expect } from "chai";

import { compareInspections } from "../../../src/engine/inspect/compare/compare-inspections.js";
import type { Inspection } from "../../../src/engine/inspect/description.js";
import { inspectDao } from "../../../src/engine/inspect/inspect-dao.js";
import { comparisonDocument } from "../../../src/output/describe/comparison.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import { parseInspection } from "../../../src/engine/inspect/parse-inspection.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";
import { onDemo } from "./raw-dao.js";
import { randomNumbers } from "../../random-numbers.js";

const JUNK: readonly unknown[] = [null, {}, [], "x", "\u001b[8m", -1, 1e300, { notRead: "no" }];
const TRIES = process.env.ALL_CASES === undefined ? 100 : 400;

describe("parseInspection", () => {
  const texts: string[] = [];

  before(async () => {
    for (const version of ["rc.57", "alpha.58"]) {
      await onDemo(version, async ({ connection }, { Avatar }) => {
        texts.push(JSON.stringify(await inspectDao(connection.provider, Avatar)));
      });
    }
  });

  it("accepts what inspect prints, for any release, unchanged", () => {
    for (const text of texts) {
      expect(JSON.stringify(parseInspection(JSON.parse(text), "it"))).to.equal(text);
    }
  });

  it("refuses another schema version, and says to inspect again", () => {
    const other = { ...(JSON.parse(texts[0]!) as Inspection), schemaVersion: 2 };
    expect(() => parseInspection(other, "old.json")).to.throw(
      MigrationError,
      /^old\.json has an inspection with schema version 2, .* Inspect the DAO again, with --block/,
    );
  });

  it("refuses values that would break a comparison, in any place", () => {
    const random = randomNumbers(15);
    const pick = <Each>(list: readonly Each[]): Each => list[Math.floor(random() * list.length)]!;
    let refused = 0;
    for (let count = 0; count < TRIES; count++) {
      const text = texts[count % texts.length]!;
      const after = JSON.parse(text) as Inspection;
      const broken = withJunk(JSON.parse(text) as Inspection, pick, random);
      try {
        parseInspection(broken, "it");
      } catch (error) {
        expect(error).to.be.instanceOf(MigrationError);
        refused += 1;
        continue;
      }
      for (const pair of [
        [after, broken],
        [broken, after],
      ] as const) {
        const shown = textOf(...pair);
        expect(shown, shown).not.to.match(/undefined|NaN|\[object/);
        expect(shown, shown).not.to.include("\u001b");
      }
    }
    expect(refused).to.be.greaterThan(TRIES / 4);
  });
});

/** Returns the comparison as text; empty for different DAOs or chains, or in the wrong order. */
function textOf(before: Inspection, after: Inspection): string {
  let comparison;
  try {
    comparison = compareInspections(before, after);
  } catch (error) {
    if (error instanceof MigrationError) return "";
    throw error;
  }
  return toTerminal(comparisonDocument(comparison, after, { name: "private" }));
}

/** Replaces the value at a random place with junk. */
function withJunk(
  inspection: Inspection,
  pick: <Each>(list: readonly Each[]) => Each,
  random: () => number,
): Inspection {
  let place = inspection as unknown as Record<string, unknown>;
  for (;;) {
    const name = pick(Object.keys(place));
    const value = place[name];
    const isLeaf = typeof value !== "object" || value === null || Object.keys(value).length === 0;
    if (isLeaf || random() < 0.2) {
      place[name] = pick(JUNK);
      return inspection;
    }
    place = value as typeof place;
  }
}
