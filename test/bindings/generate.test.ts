import { expect } from "chai";
import { execFile } from "node:child_process";
import { mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { openArcRelease } from "../../src/arc/open-release.js";
import { BOUND_CONTRACTS, isDeployable } from "../../src/bindings/contracts.js";
import { generateBindings } from "../../src/bindings/generate.js";
import { packageFile } from "../../src/support/package.js";
import { rejection } from "../rejection.js";
import { inTemporaryFolder } from "../temporary-folder.js";

const projectRoot = dirname(packageFile("package.json"));
const run = promisify(execFile);

describe("generateBindings", () => {
  it("covers the default release: every listed contract that it has", async () => {
    const release = await openArcRelease();
    const missing = BOUND_CONTRACTS.filter((name) => !release.has(name));
    expect(missing).to.deep.equal(["UController", "UGenericScheme", "VestingScheme"]);
  });

  it("writes bindings of another release that compile under strict options", async function () {
    this.timeout(120_000);
    const release = await openArcRelease("rc.30");
    await inTemporaryFolder(async (folder) => {
      const outDir = join(folder, "types/arc");
      const names = await generateBindings({ release, outDir, projectRoot });
      expect(names).to.include.members(["UController", "UGenericScheme", "Avatar"]);
      expect(names).to.not.include("Competition");
      // Compiling all of them would take seconds.
      const contracts = ["UController", "Wallet"];
      await generateBindings({ release, outDir, projectRoot, contracts });

      await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
      await writeFile(join(folder, "package.json"), '{"type":"module"}');
      await writeFile(
        join(folder, "use.ts"),
        `import { Wallet, type ContractTransactionResponse } from "ethers";
import { UController__factory, Wallet__factory, type UController } from "./types/arc/index.js";
const controller: UController = UController__factory.connect("0x00");
export const sent: Promise<ContractTransactionResponse> = controller.newOrganization("0x00");
export const made = new Wallet__factory(new Wallet("0x01")).deploy();
// @ts-expect-error It takes an address.
void controller.newOrganization(1);
// @ts-expect-error Universal contracts are deployed by a base.
new UController__factory(new Wallet("0x01")).deploy();
`,
      );
      for (const [module, moduleResolution] of [
        ["node16", "node16"],
        ["esnext", "bundler"],
      ]) {
        const options = ["--strict", "--noUnusedLocals", "--exactOptionalPropertyTypes"];
        await run(
          process.execPath,
          [
            join(projectRoot, "node_modules/typescript/bin/tsc"),
            ...["--noEmit", "--skipLibCheck", "--target", "es2022", "use.ts", ...options],
            ...["--module", module!, "--moduleResolution", moduleResolution!],
          ],
          { cwd: folder },
        );
      }
    });
  });

  it("adds the bytecode only to factories of contracts that each DAO deploys itself", async () => {
    const release = await openArcRelease("rc.57");
    await inTemporaryFolder(async (folder) => {
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
  });

  it("replaces bindings, and nothing else", async () => {
    const release = await openArcRelease("rc.57");
    await inTemporaryFolder(async (folder) => {
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
  });

  it("says what is missing: a contract of the release, or TypeChain", async () => {
    const release = await openArcRelease("rc.57");
    await inTemporaryFolder(async (folder) => {
      const outDir = join(folder, "out");
      const unknown = await rejection(
        generateBindings({ release, contracts: ["Avatr"], outDir, projectRoot }),
      );
      expect(unknown.message).to.contain("Avatar");
      const uninstalled = await rejection(
        generateBindings({ release, outDir, projectRoot: folder }),
      );
      expect(uninstalled.message).to.contain(
        "npm install --save-dev typechain @typechain/ethers-v6",
      );
      expect(await readdir(folder)).to.deep.equal([]);
    });
  });
});
