import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { TestChain, type Contracts } from "../fixtures/index.js";
import { BuildFiles } from "../src/foundation/arc/build-files.js";
import { titleOf } from "../src/output/describe/contracts.js";
import { inspectDao } from "../src/engine/inspect/inspect-dao.js";
import type { MigrationResult } from "../src/foundation/result/result.js";
import { ROOT, hardhatIn } from "./tasks/project.js";
import { inTemporaryFolder } from "./temporary-folder.js";

const PARAMS = "examples/dao-project/migration-params.json";

describe("contracts/ and custom-abis/", () => {
  it("let a clone migrate a DAO with a custom scheme", async () => {
    await inTemporaryFolder(async (folder) => {
      const output = join(folder, "migration.json");
      const args = ["dao:migrate", "--params", PARAMS, "--output", output];
      const { code, stdout, stderr } = await hardhatIn(ROOT, ...args);
      expect(code, stderr).to.equal(0);
      expect(stderr).to.not.include("Warning");
      expect(stdout).to.match(/^ {2}scheme GrantScheme +0x[0-9a-fA-F]{40} +0x00000000$/m);
      const { dao } = JSON.parse(await readFile(output, "utf8")) as MigrationResult;
      expect(dao?.Schemes.map(({ name }) => name)).to.include("GrantScheme");
    });
  });

  it("have the scheme deployed from its build file, initialized and registered", async () => {
    const customAbis = join(ROOT, "custom-abis");
    const params = join(ROOT, PARAMS);
    await using chain = await TestChain.create<Contracts>({ params, customAbis, demo: false });
    const { dao, base } = await chain.load();
    const scheme = dao.schemes.grantScheme!;
    const text = await readFile(join(customAbis, "GrantScheme.json"), "utf8");
    const { deployedBytecode } = JSON.parse(text) as { deployedBytecode: string };
    expect(await chain.ethers.provider.getCode(scheme)).to.equal(deployedBytecode);
    expect(await scheme.getFunction("avatar")()).to.equal(await dao.avatar.getAddress());
    expect(await scheme.getFunction("votingMachine")()).to.equal(
      await base.genesisProtocol.getAddress(),
    );
    expect(await scheme.getFunction("limit")()).to.equal(5_000_000_000_000_000_000n);
    expect(await dao.controller.isSchemeRegistered(scheme, dao.avatar)).to.equal(true);

    // Readers know it by the same build file.
    const avatar = await dao.avatar.getAddress();
    const builds = async () => await new BuildFiles({ customAbis }).all();
    const { schemes } = await inspectDao(chain.provider, avatar, { builds });
    const read = schemes.find(({ contract }) => contract.ownName === "GrantScheme");
    expect(titleOf(read!.contract)).to.equal("GrantScheme, not Arc's");
    expect(read!.parameters).to.have.nested.property("values.limit", "5000000000000000000");
    const { schemes: strange } = await inspectDao(chain.provider, avatar);
    const unknown = strange.find(({ contract }) => contract.code === "unknown");
    expect(titleOf(unknown!.contract)).to.equal("unknown code");
    expect(unknown!.parameters).to.have.property("notRead");
  });
});
