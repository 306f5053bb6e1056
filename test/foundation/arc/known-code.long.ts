import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { knownCodeText } from "../../../scripts/write-arc-tables.js";
import { hasFunction } from "../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import { SMALL_DAO, withBase } from "../../engine/migration/with-base.js";
import { someOf } from "../../some-of.js";
import { expectKnown, expectReleaseKnown } from "./known-code-helpers.js";

const FILE = new URL("../../../src/foundation/arc/known-code.json", import.meta.url);

describe("identifyCode, over all releases", () => {
  it("has a table that matches the packages; otherwise, run scripts/write-arc-tables.ts", async () => {
    // Compare as a boolean: a diff of the texts would fill the screen.
    const isWritten = (await readFile(FILE, "utf8")) === (await knownCodeText());
    expect(isWritten, "known-code.json is of other packages").to.equal(true);
  });

  for (const version of someOf(ARC_VERSIONS, 6)) {
    it(`knows the contracts of ${version}, in the package and on a chain`, async () => {
      await expectReleaseKnown(version);
      const release = await openArcRelease(version);
      if (!hasFunction(release.artifact("DaoCreator"), "addFounders")) return;
      await withBase(version, async (chain) => {
        const { dao } = await chain.make(SMALL_DAO);
        await expectKnown(chain, [dao]);
      });
    });
  }
});
