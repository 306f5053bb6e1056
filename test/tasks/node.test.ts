import { expect } from "chai";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { MigrationResult } from "../../src/foundation/result/result.js";
import { endWithUs } from "../end-with-us.js";
import { itInFolder as it } from "../temporary-folder.js";
import { inProject } from "./project.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CLI = join(ROOT, "node_modules/hardhat/dist/src/cli.js");

describe("dao:node", () => {
  it("serves a chain with the project's release until it is stopped", async (folder) => {
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "package.json"), '{"type": "module"}');
    await writeFile(
      join(folder, "hardhat.config.ts"),
      `import daoMigration from ${JSON.stringify(join(ROOT, "src/index.ts"))};\n` +
        'export default { plugins: [daoMigration], dao: { arcVersion: "rc.40" } };\n',
    );
    const args = ["dao:node", "--port", "0", "--chain-id", "99", "--no-demo", "--quiet"];
    const node = endWithUs(spawn(process.execPath, [CLI, ...args], { cwd: folder }));
    const closed = once(node, "close");
    const limit = setTimeout(() => node.kill("SIGKILL"), 120_000);
    try {
      let printed = "";
      const address = await new Promise<string>((resolve, reject) => {
        const look = (text: Buffer) => {
          printed += text.toString();
          const found = /^Listening on (\S+)$/m.exec(printed);
          if (found !== null) resolve(found[1]!);
        };
        node.stdout.on("data", look);
        node.stderr.on("data", look);
        node.once("close", () => reject(new Error(printed)));
      });
      const text = await readFile(join(folder, "migration.json"), "utf8");
      const { chainId, dao, test } = JSON.parse(text) as MigrationResult;
      expect({ chainId, arcVersion: dao!.arcVersion, test }).to.deep.equal({
        chainId: 99,
        arcVersion: "0.0.1-rc.40",
        test: undefined,
      });
      const body = JSON.stringify({
        id: 1,
        method: "eth_getCode",
        params: [dao!.Avatar, "latest"],
      });
      const response = await fetch(`http://${address}`, { method: "POST", body });
      expect(((await response.json()) as { result: string }).result).to.have.length.above(100);
      node.kill("SIGTERM");
      expect(await closed).to.deep.equal([0, null]);
    } finally {
      node.kill("SIGKILL");
      clearTimeout(limit);
      await closed;
    }
  });

  it("refuses what the command refuses, without a stack", async () => {
    await inProject("", async ({ hardhatHere }) => {
      const { code, stderr } = await hardhatHere("dao:node", "--hardfork", "cancum");
      expect(code).to.equal(2);
      expect(stderr)
        .to.contain("Did you mean cancun?")
        .and.not.match(/\n\s+at /);
    });
  });
});
