import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { knownAbisText, knownCodeText } from "../../../scripts/write-arc-tables.js";
import { hasFunction } from "../../../src/foundation/arc/abi.js";
import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { ARC_VERSIONS } from "../../../src/foundation/arc/versions.js";
import { SMALL_DAO, withBase } from "../../engine/migration/with-base.js";
import { someOf } from "../../some-of.js";
import { expectKnown, expectReleaseKnown } from "./known-code-helpers.js";

for (const [file, text] of Object.entries({
  "known-abis.json": knownAbisText,
  "known-code.json": knownCodeText,
})) {
  it(`${file} matches the packages; otherwise, run scripts/write-arc-tables.ts`, async () => {
    const written = await readFile(`src/foundation/arc/${file}`, "utf8");
    // Compare as a boolean: a diff of the texts would fill the screen.
    expect(written === (await text()), `${file} is of other packages`).to.equal(true);
  });
}

describe("identifyCode, over all releases", () => {
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
