import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import { exampleTest } from "../../../../src/operations/run/init/example-test.js";
import { kindOf, missingOf } from "../../../../src/operations/run/init/project-kind.js";
import { inProject, itInProject as it } from "../../../tasks/project.js";

describe("dao:init", () => {
  it("writes parameters that migrate and a test, and says what else the test needs", async () => {
    const mnemonic =
      "myth like bonus scare over problem client lizard pioneer submit female collect";
    const network = `{ type: "edr-simulated", accounts: { mnemonic: "${mnemonic}" } }`;
    const config = `dao: { params: "params/dao.json" }, networks: { default: ${network} }`;
    await inProject(config, async ({ folder, hardhatHere }) => {
      const { code, stdout } = await hardhatHere("dao:init");
      expect(code).to.equal(0);
      for (const part of [
        "Wrote params/dao.json: edit it to describe your DAO.",
        "Wrote test/dao.test.ts: a first test.",
        "npm install --save-dev @nomicfoundation/hardhat-network-helpers @nomicfoundation/hardhat-mocha mocha\n",
        "Next: npx hardhat test --no-compile\n",
        'import networkHelpers from "@nomicfoundation/hardhat-network-helpers";',
        "plugins: [daoMigration, networkHelpers, mocha, ...]",
      ]) {
        expect(stdout).to.include(part);
      }

      const params = JSON.parse(await readFile(join(folder, "params/dao.json"), "utf8")) as {
        founders: { address: string }[];
        $schema: string;
      };
      // The network's first account, so that tests can vote.
      expect(params.founders[0]?.address).to.equal("0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1");
      expect(params.$schema).to.equal(
        "../node_modules/hardhat-dao-migration/migration-params.schema.json",
      );
      expect(await readFile(join(folder, "test/dao.test.ts"), "utf8")).to.equal(
        exampleTest({ library: "ethers", runner: "mocha" }),
      );
      const migrated = await hardhatHere("dao:migrate", "--quiet");
      expect(migrated.stderr).to.equal("");
      const result = await readFile(join(folder, "migration.json"), "utf8");
      expect(result).to.include("Harbour Commons");
    });
  });

  it("writes no example of a scheme beside parameters of a DAO without it", async ({
    folder,
    hardhatHere,
  }) => {
    const params = join(folder, "migration-params.json");
    await writeFile(params, '{ "orgName": "Harbour Commons" }');
    const before = await readdir(folder);
    const { code, stderr } = await hardhatHere("dao:init", "--scheme");
    expect(code).to.equal(1);
    expect(stderr).to.include("without GrantScheme").and.include("Nothing was written. Move that");
    expect(await readdir(folder)).to.deep.equal(before);
  });

  for (const [library, plugins, example] of [
    ["ethers", "", "dao-project"],
    ["viem", 'import viem from "@nomicfoundation/hardhat-viem";', "viem-project"],
  ] as const) {
    it(`writes the example project with a scheme of its own, for ${library}`, async () => {
      const root = join(import.meta.dirname, "../../../..");
      const text = async (...path: string[]) => await readFile(join(...path), "utf8");
      await inProject("", async ({ folder, hardhatHere }) => {
        const config = join(folder, "hardhat.config.ts");
        const added = (await readFile(config, "utf8")).replace("plugins: [", "plugins: [viem, ");
        if (plugins !== "") await writeFile(config, `${plugins}\n${added}`);
        // Nothing of the user's is in the parameters that it writes first.
        await hardhatHere("dao:init");
        const { code, stdout } = await hardhatHere("dao:init", "--scheme");
        expect(code).to.equal(0);
        expect(stdout).to.include('solidity: "0.8.28"').and.include("Next: npx hardhat test\n");
        expect(stdout).to.include("contracts/GrantScheme.sol: the scheme, to edit.\n");
        expect(stdout).to.include("contracts/Arc.sol: a part of the scheme.\n");
        expect(stdout.includes("hardhat-ethers-chai-matchers")).to.equal(library === "ethers");
        for (const name of await readdir(join(root, "contracts"))) {
          expect(await text(folder, "contracts", name)).to.equal(
            await text(root, "contracts", name),
          );
        }
        for (const name of ["grants-dao.ts", "grant-scheme.test.ts"]) {
          const own = await text(root, "examples", example, "test", name);
          expect(await text(folder, "test", name)).to.equal(own);
        }
        expect(await text(folder, "migration-params.json")).to.equal(
          await text(root, "examples/dao-project/migration-params.json"),
        );
        if (library === "ethers") return;
        const abi = await text(folder, "types/grant-scheme-abi.ts");
        expect(abi).to.include("export const grantSchemeAbi = [").and.include('"name":"propose');
      });
    });
  }

  it("does not change existing files", async ({ folder, hardhatHere }) => {
    const params = join(folder, "migration-params.json");
    await writeFile(params, "mine");
    await hardhatHere("dao:init");
    const test = join(folder, "test/dao.test.ts");
    await writeFile(test, "mine, too");
    const { stdout } = await hardhatHere("dao:init");
    expect(stdout).to.include("migration-params.json already exists; left unchanged.");
    expect(await readFile(params, "utf8")).to.equal("mine");
    expect(await readFile(test, "utf8")).to.equal("mine, too");
    await rm(join(folder, "test"), { recursive: true });
    await writeFile(join(folder, "test"), "");
    expect((await hardhatHere("dao:init")).stderr).to.include(
      "test cannot be written: a file has its name. Fix that, and run dao:init again: it keeps the files that it finds.",
    );
  });

  it("names what the test imports, and hardhat-ethers only for a project with ethers", () => {
    const bare = join(tmpdir(), "no-project-here");
    const packages = (library: "ethers" | "viem") =>
      missingOf(bare, [], { library, runner: "node:test" }).flatMap((each) => each.packages);
    const helpers = "@nomicfoundation/hardhat-network-helpers";
    const ethers = ["@nomicfoundation/hardhat-ethers", "ethers", helpers];
    expect(packages("ethers")).to.deep.equal(ethers);
    expect(packages("viem")).to.deep.equal(["viem", helpers]);
    // A toolbox brings its plugin, even where pnpm does not let the project import it.
    const toolbox = missingOf(bare, ["hardhat-ethers", "hardhat-network-helpers"], {
      ...{ library: "ethers", runner: "node:test" },
    });
    expect(toolbox.flatMap((each) => each.packages)).to.deep.equal(["ethers"]);
    // A scheme's own errors need matchers.
    for (const plugins of [[], ["hardhat-ethers-chai-matchers"]]) {
      const kind = { library: "ethers", runner: "node:test" } as const;
      const lacking = missingOf(bare, plugins, kind, true).flatMap((each) => each.packages);
      expect(lacking.some((each) => each.endsWith("matchers"))).to.equal(plugins.length === 0);
    }
  });

  it("writes the test for the project's plugins", () => {
    expect(kindOf(["hardhat-ethers"])).to.deep.equal({ library: "ethers", runner: "mocha" });
    expect(kindOf(["hardhat-viem", "hardhat-node-test-runner"])).to.deep.equal({
      library: "viem",
      runner: "node:test",
    });
    const viem = exampleTest({ library: "viem", runner: "node:test" });
    expect(viem).to.include('from "viem"').and.not.include('from "ethers"');
    expect(viem).to.include("assert.equal(balance,").and.include('"hardhat-dao-migration/viem"');
    expect(kindOf(["hardhat-mocha", "hardhat-node-test-runner"]).runner).to.equal("mocha");
  });
});
