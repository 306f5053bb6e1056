import { join } from "node:path";

import { compileSources } from "../scripts/compile-sources.mjs";

let folder: string | undefined;

/**
 * Compiles a source file of this project to JavaScript, which starts twice as fast as TypeScript.
 * @param file relative to the project root, such as "src/interfaces/cli/dao-migrate.ts"
 * @returns path of the JavaScript file
 */
export function compiled(file: string): string {
  folder ??= compileSources();
  return join(folder, file.replace(/\.ts$/, ".js"));
}
