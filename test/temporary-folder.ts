import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { removeNow, removeWithUs } from "./end-with-us.js";
import { itWith } from "./it-with.js";

/** Runs with a fresh folder and removes it afterwards. */
export async function inTemporaryFolder<Result>(
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = removeWithUs(await mkdtemp(join(tmpdir(), "dao-migration-")));
  try {
    return await run(folder);
  } finally {
    await removeNow(folder);
  }
}

/** `it` for tests that each get a fresh folder. */
export const itInFolder = itWith<[folder: string]>(inTemporaryFolder);
