import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import { packageFile } from "../../../src/foundation/support/package.js";
import { compiled } from "../../compiled.js";
import { itInFolder as it } from "../../temporary-folder.js";

/** Opens a chain and prints where Hardhat stores files for it. */
const OPEN = `
const { createOwnRuntime } = await import(process.argv[1]);
const { network, config } = await createOwnRuntime({ networks: { own: { type: "edr-simulated" } } });
const connection = await network.create("own");
const { readdirSync } = await import("node:fs");
const builds = readdirSync(config.paths.artifacts + "/build-info");
await connection.close();
console.log(JSON.stringify({ ...config.paths, builds }));
`;

interface Paths {
  readonly cache: string;
  readonly artifacts: string;
  readonly builds: readonly string[];
}

async function open(environment: NodeJS.ProcessEnv): Promise<Paths> {
  const module = compiled("src/foundation/chain/own-runtime.ts");
  const args = ["--input-type=module", "--eval", OPEN, module];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: packageFile("."),
    env: { ...process.env, ...environment },
    timeout: 120_000,
  });
  return JSON.parse(stdout) as Paths;
}

describe("createOwnRuntime", () => {
  it("puts Hardhat's files, with the folder that Hardhat lists, into the cache folder", async (folder) => {
    const paths = await open({ DAO_MIGRATION_CACHE: folder });
    expect(paths.cache).to.equal(join(folder, "hardhat", "cache"));
    expect(paths.artifacts).to.equal(join(folder, "hardhat", "artifacts"));
    expect(paths.builds).to.deep.equal([]);
  });

  it("uses a temporary folder if the cache folder cannot be created, and removes it at the end", async (folder) => {
    const temporary = join(folder, "temporary");
    await mkdir(temporary);
    await writeFile(join(folder, "file"), "");
    const cache = join(folder, "file", "cache");
    const paths = await open({ DAO_MIGRATION_CACHE: cache, TMPDIR: temporary });
    expect(paths.artifacts).to.include(join(temporary, "dao-migration-hardhat-"));
    expect(paths.builds).to.deep.equal([]);
    expect((await readdir(temporary)).filter((name) => name.startsWith("dao-"))).to.deep.equal([]);
  });
});
