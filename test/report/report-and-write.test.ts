import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { ProposalDescription } from "../../src/inspect/description.js";
import type { ReportInputs } from "../../src/report/make-report.js";
import { reportAndWrite } from "../../src/report/report-and-write.js";
import { UsageError } from "../../src/support/errors.js";
import type { Progress } from "../../src/terminal/progress.js";
import { rejection } from "../rejection.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { sampleFacts } from "./sample-facts.js";
import { sampleSimulation } from "./sample-simulation.js";

const progress: Progress = { onEvent() {}, status() {}, note() {}, end() {} };
const { inspection } = sampleFacts();
const [PROPOSAL] = inspection.proposals as readonly ProposalDescription[];

describe("reportAndWrite", () => {
  it("refuses both kinds of simulations before it reads the chain, and writes nothing", async () => {
    await inTemporaryFolder(async (folder) => {
      const [page, file] = [join(folder, "report.html"), join(folder, "simulation.json")];
      await writeFile(file, JSON.stringify(sampleSimulation(inspection, PROPOSAL!, "words")));
      // There is no provider, so any reading would fail with another error.
      const inputs = { simulate: true } as unknown as ReportInputs;
      const output = { page, force: false, simulations: [file] };
      const error = await rejection(reportAndWrite(inputs, output, progress));
      expect(error).to.be.instanceOf(UsageError);
      expect(error.message).to.equal(
        "--simulate runs simulations; --simulations takes existing ones. Omit one or the other.",
      );
      expect(existsSync(page)).to.equal(false);
    });
  });

  it("does not replace a file that is not a report", async () => {
    await inTemporaryFolder(async (folder) => {
      const page = join(folder, "notes.html");
      await writeFile(page, "mine");
      const error = await rejection(
        reportAndWrite({} as ReportInputs, { page, force: false }, progress),
      );
      expect(error.message).to.include("already exists and is not a report of this command");
    });
  });
});
