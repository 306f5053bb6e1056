import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { MigrationError, UsageError } from "../../../../src/foundation/support/errors.js";
import { allSilences } from "../../../../src/operations/check/report/silences.js";
import { rejected, rejection } from "../../../rejection.js";
import { itInFolder as it } from "../../../temporary-folder.js";

const NAMES = { rule: "names", where: "orgName", reason: "an old name" };

describe("allSilences", () => {
  it("adds a list, or that of a file, to the configuration's", async (folder) => {
    const path = join(folder, "silenced.json");
    await writeFile(path, JSON.stringify([NAMES]));
    const own = { ...NAMES, rule: "supply" };
    for (const given of [path, [NAMES]]) {
      expect(await allSilences([own], given)).to.deep.equal([own, NAMES]);
    }
    await writeFile(path, "{}");
    const { message } = await rejection(allSilences([], path));
    expect(message).to.include(`${path}: silenced: Expected a list. It should contain a JSON list`);
  });

  for (const [given, wanted] of [
    [{}, "silenced: Expected a list."],
    [["names"], "silenced[0]: Expected an object with rule and reason."],
    [[{ rule: "names" }], "silenced[0].reason: Expected a reason, for readers of the report."],
    [[{ ...NAMES, reason: " " }], "silenced[0].reason: Expected a reason"],
    [[NAMES, { ...NAMES, rule: 5 }], "silenced[1].rule: Expected the id of a rule"],
    [[{ ...NAMES, where: 5 }], "silenced[0].where: Expected where the finding is"],
    [
      [{ ...NAMES, were: "x" }],
      "silenced[0]: Unknown key were. The keys are rule, where and reason.",
    ],
  ] as const) {
    it(`refuses ${JSON.stringify(given)}`, async () => {
      await rejected(allSilences([], given), MigrationError, wanted);
    });
  }

  it("refuses a rule that does not exist, also of the configuration, before anything is done", async () => {
    const unknown = [{ rule: "fonders", reason: "x" }];
    const wanted = 'There is no rule "fonders" to silence. Did you mean founders?';
    await rejected(allSilences([], unknown), UsageError, wanted);
    await rejected(allSilences(unknown), UsageError, wanted);
  });
});
