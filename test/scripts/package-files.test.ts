import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect } from "chai";

import { findNpm } from "../../src/foundation/arc/source/npm-cli.js";
import { inTemporaryFolder } from "../temporary-folder.js";

const ROOT = path.join(import.meta.dirname, "../..");

const WANTED = [
  ...["docs/README.md", "examples/dao-project/test/dao.test.ts", "examples/params/kyber.json"],
  ...["dist/src/index.js", "dist/src/index.d.ts", "dist/src/data.json"],
  ...[
    "dist/src/typechain/index.js",
    "dist/src/interfaces/cli/dao-migrate.js",
    "dist/arc/arc-2/a.bin",
  ],
  ...["dist/test-chain/recording.json", "dist/test-chain/code.txt"],
  ...["dist/sbom.cdx.json", "migration-params.json"],
];

/** Files that lie around in a working folder. */
const PLANTED = [
  ...["src/.env", "src/.env.json", "src/debug.log", "src/npm-debug.log.1", "src/prod.env"],
  ...["fixtures/.npmrc", "tasks/key.pem", "src/wallet.keystore", "src/index.ts.orig", "src/a.js"],
  ...["dist/src/.env", "dist/core.1234", "dist/.cache/x.json", "dist/arc/npm.log", ".env"],
  ...["src/typechain/index.ts", "migration.json", "migration.json.journal", "db/chain.sqlite"],
  // Everything in the package once: the sources are in the repository.
  ...["src/index.ts", "dist/src/index.js.map", "src/foundation/result/deployments/mainnet.json"],
  ...["examples/dao-project/migration.json", "examples/dao-project/types/x.ts", "docs/.env"],
];

describe("the package's files", () => {
  it("are the intended ones, whatever other files are in its folders", () =>
    inTemporaryFolder((folder) => {
      cpSync(path.join(ROOT, "package.json"), path.join(folder, "package.json"));
      for (const file of [...WANTED, ...PLANTED]) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), "{}");
      }
      const npm = findNpm()!;
      const output = execFileSync(
        npm.program,
        [...npm.arguments, "pack", "--dry-run", "--json", "--ignore-scripts"],
        { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 120_000 },
      );
      const [packed] = JSON.parse(output) as [{ files: { path: string }[] }];
      const files = packed.files.map((file) => file.path);
      expect(files).to.include.members(WANTED);
      expect(files.filter((file) => PLANTED.includes(file))).to.deep.equal([]);
      return Promise.resolve();
    }));

  it("are named in bin without a leading ./, of which npm warns", () => {
    const { bin } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
      bin: Record<string, string>;
    };
    for (const file of Object.values(bin))
      expect(file).to.match(/^dist\/src\/interfaces\/cli\/[\w-]+\.js$/);
  });
});
