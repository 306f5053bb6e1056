import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { writtenExample } from "../../../src/foundation/params/example.js";
import { EXAMPLE_DAO, parametersSource } from "../../../src/foundation/params/which-parameters.js";
import { packageFile } from "../../../src/foundation/support/package.js";
import { itInFolder as it } from "../../temporary-folder.js";

describe("parametersSource", () => {
  const OWN = '{"orgName": "Own"}';

  it("prefers what is given, then what is configured, then the project's file, then the example", async (projectRoot) => {
    const own = join(projectRoot, "migration-params.json");
    expect(await parametersSource({ projectRoot })).to.equal(EXAMPLE_DAO);
    await writeFile(own, OWN);
    expect(await parametersSource({ projectRoot })).to.equal(own);
    const configured = "dao/params.json";
    const inProject = join(projectRoot, configured);
    expect(await parametersSource({ projectRoot, configured })).to.equal(inProject);
    const given = "given.json";
    expect(await parametersSource({ projectRoot, configured, given })).to.equal(
      join(process.cwd(), given),
    );
    const contents = { orgName: "Given" };
    expect(await parametersSource({ projectRoot, configured, given: contents })).to.equal(contents);
  });

  it("treats the packaged file, and copies that a test chain wrote, as the example", async (projectRoot) => {
    const packaged = packageFile("migration-params.json");
    expect(await parametersSource({ projectRoot: packageFile(".") })).to.equal(EXAMPLE_DAO);
    const own = join(projectRoot, "migration-params.json");
    await writeFile(own, await readFile(packaged));
    expect(await parametersSource({ projectRoot })).to.equal(EXAMPLE_DAO);
    const release = await openArcRelease();
    const written = await writtenExample(release, [`0x${"12".repeat(20)}`]);
    await writeFile(own, JSON.stringify(written));
    expect(await parametersSource({ projectRoot })).to.equal(EXAMPLE_DAO);
  });

  it("treats an edited example as the project's own DAO", async (projectRoot) => {
    const own = join(projectRoot, "migration-params.json");
    const example = JSON.parse(await readFile(packageFile("migration-params.json"), "utf8")) as {
      founders: { address: string }[];
    };
    example.founders[0]!.address = `0x${"12".repeat(20)}`;
    await writeFile(own, JSON.stringify(example));
    expect(await parametersSource({ projectRoot })).to.equal(own);
  });

  it("leaves a file that cannot be read to its reader", async (projectRoot) => {
    const own = join(projectRoot, "migration-params.json");
    await mkdir(own);
    expect(await parametersSource({ projectRoot })).to.equal(own);
  });
});
