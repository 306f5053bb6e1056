import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { openParameters } from "../../../src/foundation/params/load-parameters.js";
import { prepareMigration, type Section } from "../../../src/operations/run/prepare.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";
import { noteOf } from "../../../src/output/describe/event-notes.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { rejected, rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

type Inputs = Partial<Parameters<typeof prepareMigration>[0]>;

const base = (arcVersion: string) => ({ arcVersion }) as BaseResult;

async function prepare(sections: readonly Section[], inputs: Inputs = {}, onBase?: string) {
  return await prepareMigration(
    { projectRoot: process.cwd(), sections, ...inputs },
    "private",
    onBase === undefined ? {} : { base: base(onBase) },
  );
}

describe("prepareMigration", () => {
  for (const sections of [["dao"], ["test"], ["dao", "test"]] as const) {
    it(`of ${sections.join(" and ")} without a base names the commands that deploy one`, async () => {
      const error = await rejection(prepare(sections, { params: SMALL_DAO }));
      expect(error.name).to.equal("MigrationError");
      for (const command of [
        "hardhat dao:migrate-base",
        "dao-migrate base",
        "hardhat dao:migrate",
      ]) {
        expect(error.message).to.include(command);
      }
    });
  }

  it("uses the latest release by default", async () => {
    expect((await prepare(["base"])).release.version).to.equal("0.0.1-rc.57");
    expect((await prepare(["base", "test"])).release.version).to.equal("0.0.1-rc.57");
  });

  it("prefers the flag's release to that of the existing base", async () => {
    expect(
      (await prepare(["base"], { arcVersion: "rc.40" }, "0.0.1-rc.33")).release.version,
    ).to.equal("0.0.1-rc.40");
  });

  it("uses the release of the base that it builds on", async () => {
    expect((await prepare(["test"], {}, "0.0.1-rc.40")).release.version).to.equal("0.0.1-rc.40");
    const { release, dao } = await prepare(["dao"], { params: SMALL_DAO }, "0.0.1-rc.40");
    expect(release.version).to.equal("0.0.1-rc.40");
    expect(dao?.artifacts.release).to.equal(release);
  });

  it("prefers the parameters' release to the flag's, for the base as well", async () => {
    const params = { ...SMALL_DAO, arcVersion: "rc.41" };
    const { release, dao } = await prepare(["base", "dao"], { params, arcVersion: "rc.40" });
    expect(release.version).to.equal("0.0.1-rc.41");
    expect(dao?.artifacts.release.version).to.equal("0.0.1-rc.41");
    expect(
      (await prepare(["dao"], { params, arcVersion: "rc.40" }, "0.0.1-rc.41")).release,
    ).to.equal(release);
  });

  it("refuses a base of another release than the one asked for, naming both", async () => {
    for (const [inputs, wanted] of [
      [{ arcVersion: "rc.40", params: SMALL_DAO }, "0.0.1-rc.40"],
      [{ params: { ...SMALL_DAO, arcVersion: "rc.41" } }, "0.0.1-rc.41"],
    ] as const) {
      const error = await rejection(prepare(["dao"], inputs, "0.0.1-rc.57"));
      expect(error.message)
        .to.include(`no base of Arc ${wanted} on this chain`)
        .and.include("one of Arc 0.0.1-rc.57")
        .and.include("the file keeps those of other releases");
    }
  });

  it("refuses a DAO or demo test of a release that cannot hold one, but not its base", async () => {
    const arcVersion = "alpha.52";
    expect((await prepare(["base"], { arcVersion })).release.version).to.equal("0.0.0-alpha.52");
    for (const section of ["dao", "test"] as const) {
      // Without a base, too: nobody should pay for one first.
      for (const sections of [["base", section], [section]] as const) {
        const error = await rejection(prepare(sections, { arcVersion, params: SMALL_DAO }));
        expect(error.message).to.include("0.0.0-alpha.53 or later");
      }
    }
  });

  it("says where parameters come from if none are given", async () => {
    await rejected(prepare(["base", "dao"]), "--params", "params");
  });

  it("reads the file, and passes its warnings on", async (projectRoot) => {
    await writeFile(join(projectRoot, "dao.json"), JSON.stringify({ ...SMALL_DAO, colour: "red" }));
    const notes: string[] = [];
    const { dao } = await prepare(["base", "dao"], {
      projectRoot,
      params: join(projectRoot, "dao.json"),
      onEvent: (event) => notes.push(noteOf(event) ?? ""),
    });
    expect(dao?.parameters.orgName).to.equal("A small DAO");
    expect(notes.join("\n")).to.include("Warning: ").and.include("colour");
    // What was read of a file before counts, whatever became of the file.
    const parameters = await openParameters(SMALL_DAO, "private");
    const again = await prepare(["base", "dao"], { parameters, params: "none.json" });
    expect(again.dao?.parameters.orgName).to.equal("A small DAO");
  });
});
