import { join } from "node:path";

import { compileSources } from "../scripts/compile-sources.mjs";

let folder: string | undefined;

/**
 * A source file of this project as JavaScript, which a process starts in half the time of TypeScript.
 * @param file relative to the root of the project, such as "src/cli/dao-migrate.ts"
 */
export function compiled(file: string): string {
  folder ??= compileSources();
  return join(folder, file.replace(/\.ts$/, ".js"));
}
