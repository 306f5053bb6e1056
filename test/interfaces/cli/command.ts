import { spawn } from "node:child_process";

import { main } from "../../../src/interfaces/cli/main.js";
import { compiled } from "../../compiled.js";
import { endWithUs } from "../../end-with-us.js";
import { ended } from "../../ended.js";
import { itWith } from "../../it-with.js";
import { runHere, type HereOptions } from "../../run-here.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

export const COMMAND = compiled("src/interfaces/cli/dao-migrate.ts");

export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs dao-migrate in a separate process, without a terminal. */
export async function daoMigrate(
  args: readonly string[],
  options: HereOptions,
): Promise<CommandRun> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return await ended(endWithUs(child), 120_000);
}

/** Runs dao-migrate in this process, without a terminal. */
export async function daoMigrateHere(
  args: readonly string[],
  options: HereOptions,
): Promise<CommandRun> {
  const { result, error, stdout, stderr } = await runHere(async () => await main(args), options);
  if (result === undefined) throw error;
  return { code: result, stdout, stderr };
}

interface CliFolder {
  readonly folder: string;
  readonly cli: (...args: readonly string[]) => Promise<CommandRun>;
}

/** Runs with a fresh folder, and a function that runs dao-migrate there, in this process. */
export async function inCliFolder<Result>(
  run: (here: CliFolder) => Promise<Result>,
): Promise<Result> {
  return await inTemporaryFolder(
    async (folder) =>
      await run({ folder, cli: async (...args) => await daoMigrateHere(args, { cwd: folder }) }),
  );
}

/** `it` for tests that each get a fresh folder and a function that runs dao-migrate there. */
export const itInCliFolder = itWith<[here: CliFolder]>(inCliFolder);
