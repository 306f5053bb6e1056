import { execFile } from "node:child_process";
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import { fits, installCommand, requirePeers } from "../../../src/foundation/support/peers.js";
import { packageFile } from "../../../src/foundation/support/package.js";
import { compiled } from "../../compiled.js";
import { rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

/** Imports the entry points, and prints the error of each, or "fine". */
const IMPORT = `
for (const file of process.argv.slice(1)) {
  const message = await import(file).then(() => "fine", (error) => error.message);
  console.log(message);
}
`;

/** Copies the compiled sources to a place without node_modules. */
async function copyOf(folder: string): Promise<string> {
  const copy = join(folder, "node_modules", "hardhat-dao-migration");
  for (const each of ["src", "tasks", "fixtures"]) {
    await cp(compiled(each), join(copy, each), {
      recursive: true,
      filter: (file) => !file.includes("src/typechain"),
    });
  }
  await cp(packageFile("package.json"), join(copy, "package.json"));
  return copy;
}

async function install(folder: string, name: string, version: string): Promise<void> {
  const place = join(folder, "node_modules", name);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "package.json"), JSON.stringify({ name, version, main: "a.js" }));
  await writeFile(join(place, "a.js"), "");
}

describe("requirePeers", () => {
  it("finds those of this repository", () => {
    expect(requirePeers()).to.equal(undefined);
  });

  it("recognises versions that fit", () => {
    for (const version of ["3.17.0", "3.17.1", "3.18.0", "3.100.0-next.1", "3.17.0+build"]) {
      expect(fits(version, "^3.17.0"), version).to.equal(true);
    }
    for (const version of ["2.29.1", "3.16.9", "4.0.0", "4.17.0", "not a version"]) {
      expect(fits(version, "^3.17.0"), version).to.equal(false);
    }
    expect(fits("6.14.3", "^6.14.4")).to.equal(false);
  });

  it("names the command of the package manager", () => {
    expect(installCommand("", false)).to.equal("npm install --save-dev");
    expect(installCommand("npm/11.0.0 node/v24.0.0 linux x64", false)).to.include("npm install");
    expect(installCommand("pnpm/10.0.0 npm/? node/v24.0.0", false)).to.equal("pnpm add -D");
    expect(installCommand("", true)).to.equal("yarn add -D");
  });

  it("says in one line what is missing or wrong, at every entry point", async (folder) => {
    const copy = await copyOf(folder);
    // The package's own dependencies, without its peers.
    await symlink(packageFile("node_modules/zod"), join(folder, "node_modules/zod"));
    await install(folder, "hardhat", "2.29.1");
    const entries = ["src/index.js", "fixtures/index.js", "fixtures/viem/index.js"];
    const files = entries.map((entry) => join(copy, entry));
    const args = ["--input-type=module", "--eval", IMPORT, ...files];
    const env = { ...process.env, npm_config_user_agent: "" };
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
    const message =
      "hardhat-dao-migration needs ethers ^6.14.0, found none; hardhat ^3.17.0, found 2.29.1: " +
      'npm install --save-dev "ethers@^6.14.0" "hardhat@^3.17.0"';
    expect(stdout.trim().split("\n")).to.deep.equal(entries.map(() => message));

    await install(folder, "ethers", "6.16.0");
    await install(folder, "hardhat", "3.18.0");
    const create = `const { TestChain } = await import(${JSON.stringify(files[1])});
        await TestChain.create().catch((error) => console.log(error.message));`;
    const evaluate = ["--input-type=module", "--eval", create];
    const opened = await promisify(execFile)(process.execPath, evaluate, { cwd: folder, env });
    expect(opened.stdout).to.equal(
      "TestChain needs @nomicfoundation/hardhat-ethers, which is not installed: " +
        "npm install --save-dev @nomicfoundation/hardhat-ethers\n",
    );

    await install(folder, "hardhat", "2.29.1");
    await rm(join(folder, "node_modules/ethers"), { recursive: true });
    for (const command of [
      "src/interfaces/cli/dao-migrate.js",
      "src/interfaces/cli/test-chain.js",
    ]) {
      const told = promisify(execFile)(process.execPath, [join(copy, command), "--version"], {
        cwd: folder,
        env,
      });
      const error = (await rejection(told)) as Error & { stderr: string; code: number };
      expect(error.stderr).to.equal(`${message}\n`);
      expect(error.code).to.equal(1);
    }
  });
});
