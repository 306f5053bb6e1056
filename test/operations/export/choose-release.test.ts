import { expect } from "chai";

import type { ContractDescription, Inspection } from "../../../src/engine/inspect/description.js";
import { chooseRelease } from "../../../src/operations/export/choose-release.js";
import type { ExportNote } from "../../../src/operations/export/report.js";
import { sampleInspection } from "../../engine/inspect/sample-inspection.js";

const RELEASES = ["0.0.1-rc.55", "0.0.1-rc.56", "0.0.1-rc.57"];
const [OLDEST, MIDDLE, NEWEST] = RELEASES as [string, string, string];
const { schemes } = sampleInspection();

const contractOf = (fields: Partial<ContractDescription>): Partial<Inspection> => ({
  schemes: [{ ...schemes[0]!, contract: { ...schemes[0]!.contract, ...fields } }],
});

/** The release that is chosen, and those that the note names beside it. */
function chosen(changes: Partial<Inspection>): readonly [string, string | undefined] {
  const notes: ExportNote[] = [];
  const inspection = { ...sampleInspection(), releases: RELEASES, schemes: [], votingMachines: [] };
  const release = chooseRelease({ ...inspection, ...changes }, { missing: [], notes });
  expect(notes.length).to.be.at.most(1);
  return [release, /also that of Arc (.*?)\. This/.exec(notes[0]?.why ?? "")?.[1]];
}

describe("chooseRelease", () => {
  const others = (...names: readonly string[]) => names.join(", ");
  for (const [what, changes, expected] of [
    ["is the newest, otherwise", {}, [NEWEST, others(OLDEST, MIDDLE)]],
    ["has the code of most schemes", contractOf({ releases: [MIDDLE] }), [MIDDLE, undefined]],
  ] as const) {
    it(`prefers the release that ${what}`, () => {
      expect(chosen(changes)).to.deep.equal(expected);
    });
  }
});
