import { spawn, type ChildProcess } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { endWithUs } from "../end-with-us.js";
import { ended } from "../ended.js";
import { itWith } from "../it-with.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { runHardhat } from "./hardhat-here.js";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CLI = join(ROOT, "node_modules/hardhat/dist/src/cli.js");
/** Time limit of a command, in ms. */
const LIMIT = 120_000;

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Project {
  readonly folder: string;
  /** Runs Hardhat's command in the project's folder, as a separate process. */
  readonly hardhat: (...args: string[]) => Promise<Outcome>;
  /** Does the same in this process, in a fifth of the time. Only one can run at a time. */
  readonly hardhatHere: (...args: string[]) => Promise<Outcome>;
}

/** Runs with a Hardhat project in a temporary folder, with this plugin and additional configuration. */
export async function inProject<Result>(
  config: string,
  run: (project: Project) => Promise<Result>,
): Promise<Result> {
  return await inTemporaryFolder(async (folder) => {
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "package.json"), '{"type": "module"}');
    await writeFile(
      join(folder, "hardhat.config.ts"),
      'import { configVariable } from "hardhat/config";\n' +
        `import daoMigration from ${JSON.stringify(join(ROOT, "src/index.ts"))};\n` +
        `export default { plugins: [daoMigration], ${config} };\n`,
    );
    return await run({
      folder,
      hardhat: async (...args) => await ended(start(folder, args), LIMIT),
      hardhatHere: async (...args) => await runHardhat(folder, args),
    });
  });
}

function start(cwd: string, args: readonly string[]): ChildProcess {
  // On CI, Hardhat shows the stack of every error.
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1" };
  delete env.CI;
  return endWithUs(
    spawn(process.execPath, [CLI, ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] }),
  );
}

/** `it` for tests that each get a fresh project without a network. */
export const itInProject = itWith<[project: Project]>((run) => inProject("", run));
