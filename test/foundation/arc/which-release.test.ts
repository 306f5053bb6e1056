import { expect } from "chai";

import { releaseOfMigration } from "../../../src/foundation/arc/which-release.js";

describe("the release of a migration", () => {
  it("is the parameters' own if it is known, else the one asked for, else the latest for a base", () => {
    for (const [written, asked, makesBase, release] of [
      ["rc.41", "rc.40", true, "0.0.1-rc.41"],
      ["0.0.0-alpha.58", undefined, true, "0.0.0-alpha.58"],
      [undefined, "rc.40", true, "0.0.1-rc.40"],
      [undefined, "rc.40", false, "0.0.1-rc.40"],
      [undefined, undefined, true, "0.0.1-rc.57"],
      [undefined, undefined, false, undefined],
      ...["rc.58", "57", "", "x-rc.57"].map(
        (each) => [each, "rc.40", true, "0.0.1-rc.40"] as const,
      ),
    ] as const) {
      expect(releaseOfMigration(written, asked, makesBase), written).to.equal(release);
    }
  });
});
