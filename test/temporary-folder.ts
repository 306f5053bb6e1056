import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { itWith } from "./it-with.js";

/** Runs with a fresh folder and removes it afterwards. */
export async function inTemporaryFolder<Result>(
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "dao-migration-"));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `it` for tests that each get a fresh folder. */
export const itInFolder = itWith<[folder: string]>(inTemporaryFolder);
