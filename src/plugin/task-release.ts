import type { HardhatConfig } from "hardhat/types/config";

import type { ArcRelease } from "../arc/artifact.js";
import { openArcRelease } from "../arc/open-release.js";
import { printError } from "../terminal/output.js";

/** The Arc release of a task: from its option, otherwise from the configuration, otherwise the default. */
export async function openTaskRelease(
  arcVersion: string | undefined,
  { dao, paths }: HardhatConfig,
): Promise<ArcRelease> {
  return await openArcRelease(arcVersion ?? dao.arcVersion, {
    projectRoot: paths.root,
    onFetch: printError,
  });
}
