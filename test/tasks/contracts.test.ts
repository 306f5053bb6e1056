import { expect } from "chai";

import { openArcRelease } from "../../src/foundation/arc/open-release.js";
import { inProject } from "./project.js";

describe("dao:contracts", () => {
  it("lists the contracts of the project's release, and prints the ABI of one", async () => {
    const release = await openArcRelease("rc.40");
    await inProject('dao: { arcVersion: "rc.40" }', async ({ hardhatHere }) => {
      const list = await hardhatHere("dao:contracts");
      expect(list.stdout.trimEnd().split("\n")).to.deep.equal(release.contractNames);
      const { stdout } = await hardhatHere("dao:contracts", "--abi", "Avatar");
      expect(JSON.parse(stdout)).to.deep.equal(release.artifact("Avatar").abi);
    });
  });
});
