import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { readSilences } from "../../../../src/operations/check/report/silences.js";
import { rejection } from "../../../rejection.js";
import { inTemporaryFolder } from "../../../temporary-folder.js";

describe("readSilences", () => {
  it("reads a list, and says what any other file should contain", async () => {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, "silenced.json");
      const silences = [{ rule: "names", where: "orgName", reason: "an old name" }];
      await writeFile(path, JSON.stringify(silences));
      expect(await readSilences(path)).to.deep.equal(silences);
      for (const [text, wanted] of [
        ["[", "it is not JSON"],
        ["{}", "silenced.json: "],
        ['[{ "rule": "names", "reason": " " }]', "(0.reason): Expected a reason"],
        ['[{ "rule": "names", "reason": "x", "were": "y" }]', "(0)"],
      ] as const) {
        await writeFile(path, text);
        const { message } = await rejection(readSilences(path));
        expect(message).to.include(wanted).and.to.include("a JSON list of");
      }
      const { message } = await rejection(readSilences(join(folder, "none.json")));
      expect(message).to.include("cannot be read");
    });
  });
});
