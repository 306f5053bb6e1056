import { expect } from "chai";

import type { ContractDescription, Inspection } from "../../../src/engine/inspect/description.js";
import { chooseRelease } from "../../../src/operations/export/choose-release.js";
import type { ExportNote } from "../../../src/operations/export/report.js";
import { sampleInspection } from "../../engine/inspect/sample-inspection.js";

const RELEASES = ["0.0.1-rc.55", "0.0.1-rc.56", "0.0.1-rc.57"];
const [OLDEST, MIDDLE, NEWEST] = RELEASES as [string, string, string];
const { avatar, schemes } = sampleInspection();

const contractOf = (fields: Partial<ContractDescription>): Partial<Inspection> => ({
  schemes: [{ ...schemes[0]!, contract: { ...schemes[0]!.contract, ...fields } }],
});

/** The release that is chosen, and those that the note names beside it. */
function chosen(changes: Partial<Inspection>): readonly [string, string | undefined] {
  const notes: ExportNote[] = [];
  const inspection = { ...sampleInspection(), releases: RELEASES, schemes: [], votingMachines: [] };
  const release = chooseRelease({ ...inspection, ...changes }, { missing: [], notes });
  expect(notes.length).to.be.at.most(1);
  return [release, /also that of Arc (.*?)\. Of these/.exec(notes[0]?.why ?? "")?.[1]];
}

describe("chooseRelease", () => {
  const tracked = [{ entries: [{ event: "tracked", text: OLDEST }] }] as never;
  const others = (...names: readonly string[]) => names.join(", ");
  for (const [what, changes, expected] of [
    ["is the newest, otherwise", {}, [NEWEST, others(OLDEST, MIDDLE)]],
    [
      "has most contracts byte for byte",
      { avatar: { ...avatar, exact: [MIDDLE] } },
      [MIDDLE, others(OLDEST, NEWEST)],
    ],
    [
      "was registered, whatever matches",
      { avatar: { ...avatar, exact: [MIDDLE] }, listings: tracked },
      [OLDEST, others(MIDDLE, NEWEST)],
    ],
    [
      "has the code of most schemes, whatever was registered",
      { ...contractOf({ releases: [MIDDLE] }), listings: tracked },
      [MIDDLE, undefined],
    ],
    [
      "has a scheme byte for byte",
      contractOf({ releases: RELEASES, exact: [OLDEST] }),
      [OLDEST, others(MIDDLE, NEWEST)],
    ],
  ] as const) {
    it(`prefers the release that ${what}`, () => {
      expect(chosen(changes)).to.deep.equal(expected);
    });
  }
});
