import { statSync } from "node:fs";
import { resolve } from "node:path";

import { MigrationError } from "../support/errors.js";
import { DEFAULTS } from "./defaults.js";

/**
 * The folder of build files of contracts that are not Arc's: the one that the user names, which must exist, or the
 * default one, which need not.
 */
export function customAbisFolder(named: string | undefined, projectRoot: string): string {
  const folder = resolve(projectRoot, named ?? DEFAULTS.customAbis);
  if (folder === resolve(projectRoot, DEFAULTS.customAbis)) return folder;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new MigrationError(
    `The folder ${folder} for build files does not exist (--custom-abis, customAbis). Pass an existing folder, or omit the option.`,
  );
}
