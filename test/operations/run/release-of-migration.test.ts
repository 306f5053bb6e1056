import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { releaseOfMigration } from "../../../src/foundation/arc/which-release.js";
import {
  openParameters,
  releaseOfParameters,
} from "../../../src/foundation/params/load-parameters.js";
import type { NetworkName } from "../../../src/foundation/chain/networks.js";
import {
  EXAMPLE_DAO,
  type ParametersSource,
} from "../../../src/foundation/params/which-parameters.js";
import { rejected } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

async function wanted(source: ParametersSource, network: NetworkName, asked?: string) {
  const parameters = await openParameters(source, network);
  const written = typeof parameters === "symbol" ? undefined : releaseOfParameters(parameters);
  return releaseOfMigration(written, asked, true);
}

describe("the release of a migration", () => {
  it("is the parameters' own, else the one asked for, else the latest", async () => {
    expect(await wanted({ arcVersion: "rc.41" }, "private", "rc.40")).to.equal("0.0.1-rc.41");
    expect(await wanted({ arcVersion: "0.0.0-alpha.58" }, "private", undefined)).to.equal(
      "0.0.0-alpha.58",
    );
    expect(await wanted({}, "private", "rc.40")).to.equal("0.0.1-rc.40");
    expect(releaseOfMigration(undefined, "rc.40", false)).to.equal("0.0.1-rc.40");
    expect(releaseOfMigration(undefined, undefined, true)).to.equal("0.0.1-rc.57");
    expect(releaseOfMigration(undefined, undefined, false)).to.equal(undefined);
    expect(await wanted(EXAMPLE_DAO, "private", "rc.40")).to.equal("0.0.1-rc.40");
  });

  it("is that of the network's section", async () => {
    const params = { default: { arcVersion: "rc.41" }, kovan: { arcVersion: "rc.43" } };
    expect(await wanted(params, "kovan", undefined)).to.equal("0.0.1-rc.43");
    expect(await wanted(params, "private", undefined)).to.equal("0.0.1-rc.41");
  });

  it("is read from a file", async (folder) => {
    const file = join(folder, "dao.json");
    await writeFile(file, '{"arcVersion": "rc.41"}');
    expect(await wanted(file, "private", undefined)).to.equal("0.0.1-rc.41");
    await rejected(wanted(`${file}5`, "private", undefined), "there is no such file");
  });

  it("leaves an unknown release to the parameters' validation", async () => {
    for (const arcVersion of ["rc.58", "57", 57, "", "x-rc.57"]) {
      expect(await wanted({ arcVersion }, "private", "rc.40")).to.equal("0.0.1-rc.40");
    }
  });
});
