import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { Inspection, ProposalDescription } from "../../../src/engine/inspect/description.js";
import { UsageError } from "../../../src/foundation/support/errors.js";
import { optionsOf } from "../../../src/interfaces/commands/completed-options.js";
import { report } from "../../../src/interfaces/commands/report.js";
import {
  readSimulations,
  simulateFiles,
  withNewest,
} from "../../../src/interfaces/commands/simulating.js";
import {
  leftOutWords,
  simulationsDocument,
} from "../../../src/interfaces/commands/simulate-text.js";
import { toTerminal } from "../../../src/output/document/to-terminal.js";
import { expectRecorded } from "../../recorded.js";
import { rejected, rejection } from "../../rejection.js";
import { sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { sampleSimulation } from "../../output/report/sample-simulation.js";
import { itInFolder as it } from "../../temporary-folder.js";

const inspection = sampleInspection();
const [PROPOSAL] = inspection.proposals as readonly ProposalDescription[];
const SIMULATION = sampleSimulation(inspection, PROPOSAL!, "words");

describe("simulateFiles", () => {
  it("reads a description, a simulation to repeat, a proposal and expectations", async (folder) => {
    const [text, verify] = [join(folder, "text.md"), join(folder, "simulation.json")];
    await writeFile(text, "Why");
    await writeFile(verify, JSON.stringify(SIMULATION));
    const files = await simulateFiles({ description: text, verify });
    expect(Buffer.from(files.descriptionText!).toString()).to.equal("Why");
    expect(files.verify).to.deep.equal(SIMULATION);
    expect(files.draft).to.equal(undefined);
    const draft = { kind: "unregisterScheme", scheme: inspection.avatar.address };
    await writeFile(text, JSON.stringify(draft));
    expect((await simulateFiles({ file: text })).draft).to.deep.equal(draft);
    await rejected(simulateFiles({ expect: text }), /^The file .+ is not a list of expectations/);
  });
});

describe("withNewest", () => {
  it("begins with the newest, and leaves out the oldest if there are too many or time is up", async () => {
    const items = [1, 2, 3, 4];
    const done: string[] = [];
    const run = async (item: number, place: string) => {
      done.push(`${item}${place}`);
      return item * 10;
    };
    const fail = () => expect.fail();
    const few = await withNewest(items, run, fail, { most: 2, seconds: 60 });
    expect(few).to.deep.equal({ results: [30, 40], leftOut: [1, 2] });
    expect(done).to.deep.equal(["4 (1 of 2)", "3 (2 of 2)"]);
    const late = await withNewest(items, run, fail, { most: 9, seconds: 0 });
    expect(late).to.deep.equal({ results: [40], leftOut: [1, 2, 3] });
    expect(await withNewest([5], run, fail)).to.deep.equal({ results: [50], leftOut: [] });
    expect(done.at(-1)).to.equal("5");
  });

  it("leaves out what fails, and fails if all do", async () => {
    const failed: [number, string][] = [];
    const onFailure = (item: number, error: unknown) => failed.push([item, String(error)]);
    const run = async (item: number) => (item > 1 ? Promise.reject(new Error(`${item}`)) : item);
    const some = await withNewest([2, 1, 3], run, onFailure);
    expect([some, failed]).to.deep.equal([
      { results: [1], leftOut: [2, 3] },
      [
        [3, "Error: 3"],
        [2, "Error: 2"],
      ],
    ]);
    await rejected(withNewest([2, 3], run, onFailure), "3");
  });
});

describe("what is said of proposals", () => {
  it("that are not simulated: none is pending, or there are too many", () => {
    const none = (proposals: Inspection["proposals"]) =>
      toTerminal(
        simulationsDocument(
          { simulations: [], leftOut: [], inspection: { ...inspection, proposals } } as never,
          { isOne: false, asMarkdown: false },
        ),
      );
    const leftOut = (...ids: string[]) => leftOutWords({ leftOut: ids, inspection } as never);
    expectRecorded([
      ...[none([]), none([PROPOSAL!]), none([PROPOSAL!, PROPOSAL!]), none({ notRead: "no" })],
      ...[leftOut("0x1"), leftOut(..."123456")],
    ]);
  });
});

describe("readSimulations", () => {
  it("reads files with one simulation or a list of them, and names a file with anything else", async (folder) => {
    const [one, list, other] = ["one", "list", "other"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(one, JSON.stringify(SIMULATION));
    await writeFile(list, JSON.stringify([SIMULATION, SIMULATION]));
    await writeFile(other, "not JSON");
    const context = { door: "command", config: {}, environment: {}, projectRoot: "." } as const;
    const typed = optionsOf(report, { simulations: "one.json, list.json" }, context).simulations;
    expect(typed).to.deep.equal(["one.json", "list.json"]);
    expect(await readSimulations([one, list])).to.deep.equal([SIMULATION, SIMULATION, SIMULATION]);
    const error = await rejection(readSimulations([one, other]));
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.match(
      /^The file .*other.* is not JSON\. Create it with simulate --json\.$/,
    );
  });
});
