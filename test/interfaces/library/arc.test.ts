import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { Interface } from "ethers";

import { artifact, artifacts } from "../../../src/interfaces/library/arc.js";
import { rejected } from "../../rejection.js";
import { inProject } from "../../tasks/project.js";

describe("hardhat-dao-migration/arc", () => {
  it("returns one contract of a release, which ethers accepts", async () => {
    const { contractName, abi, bytecode } = await artifact("rc.40", "Avatar");
    expect(contractName).to.equal("Avatar");
    expect(new Interface(JSON.stringify(abi)).getFunction("orgName")?.name).to.equal("orgName");
    expect(bytecode).to.match(/^0x[0-9a-f]{1000,}$/);
    await rejected(artifact("rc.40", "Avatr"), "Did you mean Avatar");
  });

  it("returns all contracts of a release, by name", async () => {
    const all = await artifacts("rc.40");
    expect(Object.keys(all)).to.include.members(["Avatar", "GenesisProtocol", "UpgradeScheme"]);
    expect(all["Avatar"]).to.deep.equal(await artifact("0.0.1-rc.40", "Avatar"));
  });

  it("dao:artifacts writes a file for each contract", () =>
    inProject("", async ({ folder, hardhatHere }) => {
      const args = ["--arc-version", "rc.40", "--out-dir", "arc"];
      const { code, stdout } = await hardhatHere("dao:artifacts", ...args);
      expect(code).to.equal(0);
      const all = await artifacts("rc.40");
      expect(stdout).to.include(`Wrote ${Object.keys(all).length} contracts of Arc 0.0.1-rc.40`);
      const files = (await readdir(join(folder, "arc"))).toSorted();
      expect(files).to.deep.equal(
        Object.keys(all)
          .map((name) => `${name}.json`)
          .toSorted(),
      );
      const text = await readFile(join(folder, "arc", "Avatar.json"), "utf8");
      expect(JSON.parse(text)).to.deep.equal(all["Avatar"]);
    }));
});
