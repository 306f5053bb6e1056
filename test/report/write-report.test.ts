import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { pageOf } from "../../src/report/page.js";
import { requirePlace, writeReport } from "../../src/report/write-report.js";
import { rejection } from "../rejection.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { sampleFacts } from "./sample-facts.js";

describe("writeReport", () => {
  it("replaces a report, but nothing else without --force", async () => {
    await inTemporaryFolder(async (folder) => {
      const path = join(folder, "dao.html");
      const page = pageOf(sampleFacts());
      await requirePlace(path, false);
      await writeReport(path, page, false);
      await writeReport(path, `${page} `, false);
      expect(await readFile(path, "utf8")).to.equal(`${page} `);

      for (const other of ["<!doctype html>\n<p>mine", "{}", page.slice(1)]) {
        await writeFile(path, other);
        for (const attempt of [requirePlace(path, false), writeReport(path, page, false)]) {
          expect((await rejection(attempt)).message).to.match(
            /is not a report of this command.*--force/,
          );
        }
        expect(await readFile(path, "utf8")).to.equal(other);
      }
      await requirePlace(path, true);
      await writeReport(path, page, true);
      expect(await readFile(path, "utf8")).to.equal(page);
      expect((await rejection(requirePlace(folder, true))).message).to.include("it is a folder");
    });
  });
});
