import { statSync } from "node:fs";
import { resolve } from "node:path";

import { BuildFiles } from "../../foundation/arc/build-files.js";
import { MigrationError } from "../../foundation/support/errors.js";
import { DEFAULTS } from "../../foundation/support/defaults.js";
import { hardhatProject } from "../connection/defaults.js";

/**
 * A project's own contracts: what it compiles, and its build files in custom-abis.
 * @param customAbis a folder, relative to the root
 * @throws MigrationError if the user named a folder that does not exist; the default need not
 */
export function buildFiles(projectRoot: string, customAbis?: string): BuildFiles {
  const folder = resolve(projectRoot, customAbis ?? DEFAULTS.customAbis);
  // Tasks pass the default folder as an absolute path.
  const isNamed = folder !== resolve(projectRoot, DEFAULTS.customAbis);
  if (isNamed && statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new MigrationError(
      `The folder ${folder} for build files does not exist (--custom-abis, customAbis). Pass an existing folder, or omit the option.`,
    );
  }
  const root = resolve(projectRoot);
  const project = hardhatProject(root) ?? {
    artifacts: resolve(root, "artifacts"),
    uncompiled: root,
  };
  return new BuildFiles({ customAbis: folder, ...project });
}
