import { expect } from "chai";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { BOUND_CONTRACTS, isDeployable } from "../../../src/foundation/bindings/bound-contracts.js";
import { generateBindings } from "../../../src/foundation/bindings/write-bindings.js";
import { packageFile } from "../../../src/foundation/support/package.js";
import { rejected, rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

const projectRoot = dirname(packageFile("package.json"));

describe("generateBindings", () => {
  it("covers the default release: every listed contract that it has", async () => {
    const release = await openArcRelease();
    const missing = BOUND_CONTRACTS.filter((name) => !release.has(name));
    expect(missing).to.deep.equal(["UController", "UGenericScheme", "VestingScheme"]);
  });

  it("writes those contracts of another release that a DAO can have", async (folder) => {
    const release = await openArcRelease("rc.30");
    const outDir = join(folder, "types/arc");
    const names = await generateBindings({ release, outDir, projectRoot });
    expect(names).to.include.members(["UController", "UGenericScheme", "Avatar"]);
    expect(names).to.not.include("Competition");
    expect(await readFile(join(outDir, "index.ts"), "utf8")).to.contain("UController__factory");
  });

  it("adds the bytecode only to factories of contracts that each DAO deploys itself", async (folder) => {
    const release = await openArcRelease("rc.57");
    await generateBindings({
      release,
      contracts: ["Avatar", "GenesisProtocol"],
      outDir: join(folder, "out"),
      projectRoot,
    });
    const factory = (name: string) =>
      readFile(join(folder, `out/factories/${name}__factory.ts`), "utf8");
    expect(isDeployable("Avatar")).to.equal(true);
    expect(await factory("Avatar")).to.contain(release.artifact("Avatar").bytecode);
    expect(await factory("GenesisProtocol")).to.not.match(/0x[0-9a-f]{100}/);
  });

  it("replaces bindings, and nothing else", async (folder) => {
    const release = await openArcRelease("rc.57");
    const outDir = join(folder, "out");
    const options = { release, outDir, projectRoot };
    await generateBindings({ ...options, contracts: ["Avatar", "Wallet"] });
    await generateBindings({ ...options, contracts: ["Avatar"] });
    expect(await readdir(outDir)).to.have.members([
      "Avatar.ts",
      "common.ts",
      "factories",
      "index.ts",
    ]);

    const source = join(folder, "src");
    await mkdir(source);
    await writeFile(join(source, "index.ts"), "export {};\n");
    const error = await rejection(generateBindings({ ...options, outDir: source }));
    expect(error.message).to.contain("are not bindings").and.to.contain("--out-dir");
    expect(await readFile(join(source, "index.ts"), "utf8")).to.equal("export {};\n");
  });

  it("says what is missing: a contract of the release, or TypeChain", async (folder) => {
    const release = await openArcRelease("rc.57");
    const outDir = join(folder, "out");
    await rejected(
      generateBindings({ release, contracts: ["Avatr"], outDir, projectRoot }),
      "Avatar",
    );
    await rejected(
      generateBindings({ release, outDir, projectRoot: folder }),
      "npm install --save-dev typechain @typechain/ethers-v6",
    );
    expect(await readdir(folder)).to.deep.equal([]);
  });
});
