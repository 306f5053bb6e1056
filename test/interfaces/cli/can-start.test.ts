import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect } from "chai";

import { rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { COMMAND, daoMigrate } from "./command.js";
import { ok } from "../../run-here.js";

describe("dao-migrate with missing folders", () => {
  it("caches compiled code in no folder of the current one if NODE_COMPILE_CACHE is empty", async (cwd) => {
    ok(await daoMigrate(["--version"], { cwd, env: { NODE_COMPILE_CACHE: "" } }));
    expect(await readdir(cwd)).to.deep.equal([]);
  });

  it("starts where the system allows no folder for compiled code", async () => {
    // Node's own attempts to make it in /proc never end.
    const env = {
      ...process.env,
      DAO_MIGRATION_CACHE: "/proc/none/compiled",
      NODE_COMPILE_CACHE: "",
    };
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, "--version"], {
      env,
      timeout: 20_000,
      killSignal: "SIGKILL",
    });
    expect(stdout).to.match(/^\d+\.\d+\.\d+/);
  });

  it("says that the current folder was deleted", async (folder) => {
    const cwd = join(folder, "gone");
    await mkdir(cwd);
    const line = `rmdir "${cwd}" && exec "${process.execPath}" "${COMMAND}" --version`;
    const failed = promisify(execFile)("/bin/sh", ["-c", line], { cwd });
    const { stderr, code } = (await rejection(failed)) as Error & {
      stderr: string;
      code: number;
    };
    expect(stderr).to.equal("The current folder no longer exists. Change to another one (cd).\n");
    expect(code).to.equal(1);
  });
});
