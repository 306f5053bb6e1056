import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { inCliFolder } from "./command.js";

const run = async (...args: string[]) => await inCliFolder(async ({ cli }) => await cli(...args));

describe("dao-migrate contracts", () => {
  it("lists the contracts of a release, one per line", async () => {
    const { contractNames } = await openArcRelease("rc.40");
    for (const args of [
      ["contracts", "-a", "rc.40"],
      ["-a", "rc.40", "contracts"],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
      expect(stdout.trimEnd().split("\n")).to.deep.equal(contractNames);
    }
    expect((await run("contracts")).stdout).to.include("\nContinuousLocking4ReputationFactory\n");
  });

  it("prints the ABI of a contract as JSON", async () => {
    const { stdout } = await run("contracts", "--abi", "Avatar", "-a", "rc.40");
    const { abi } = (await openArcRelease("rc.40")).artifact("Avatar");
    expect(JSON.parse(stdout)).to.deep.equal(abi);
  });

  it("says which releases have a contract that this one lacks", async () => {
    const { code, stderr } = await run("contracts", "--abi", "Competition", "-a", "rc.30");
    expect(code).to.equal(1);
    expect(stderr).to.include('Arc release 0.0.1-rc.30 has no contract "Competition".');
    expect(stderr).to.include("Releases rc.35 to rc.57 have it.");
  });

  it("refuses options of migrations", async () => {
    expect((await run("contracts", "--force")).code).to.equal(2);
  });
});
