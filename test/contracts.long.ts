import { execFile } from "node:child_process";
import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import { ROOT } from "./tasks/project.js";
import { itInFolder as it } from "./temporary-folder.js";

describe("custom-abis/GrantScheme.json", () => {
  it("is what contracts/GrantScheme.sol compiles to (npm run custom-abis)", async (folder) => {
    for (const name of ["contracts", "package.json"]) {
      await cp(join(ROOT, name), join(folder, name), { recursive: true });
    }
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const config = JSON.stringify(join(ROOT, "hardhat.config.ts"));
    await writeFile(join(folder, "hardhat.config.ts"), `export { default } from ${config};\n`);
    const hardhat = join(ROOT, "node_modules/hardhat/dist/src/cli.js");
    await promisify(execFile)(process.execPath, [hardhat, "build"], { cwd: folder });

    const built = join(folder, "artifacts/contracts/GrantScheme.sol/GrantScheme.json");
    const kept = join(ROOT, "custom-abis/GrantScheme.json");
    expect(await readJson(built)).to.deep.include(await readJson(kept));
  });
});

async function readJson(path: string): Promise<object> {
  return JSON.parse(await readFile(path, "utf8")) as object;
}
