import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { MigrationResult } from "../src/foundation/result/result.js";

/** Reads the result file of a folder. */
export async function resultIn(folder: string, name = "migration.json"): Promise<MigrationResult> {
  return JSON.parse(await readFile(join(folder, name), "utf8")) as MigrationResult;
}
