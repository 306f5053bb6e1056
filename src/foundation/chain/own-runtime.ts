import { constants, rmSync } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { defaultCacheDir } from "../support/user-folders.js";
import { makeFolder } from "../support/make-folder.js";
import { packageFile } from "../support/package.js";
import { makeWorkFolder } from "../support/work-folder.js";

/**
 * Opens Hardhat's runtime for our own chains, which belong to no project. By default, Hardhat would put a fork's cache
 * and its artifacts (there are none) into this package's folder, which may belong to another user. So they go into the
 * user's cache folder, or a temporary one.
 * @param folder the folder to use instead
 */
export async function createOwnRuntime(
  config: HardhatUserConfig,
  folder?: string,
): Promise<HardhatRuntimeEnvironment> {
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  const place = folder ?? (await ownFolder());
  const paths = place === undefined ? {} : { paths: pathsIn(place) };
  return await createHardhatRuntimeEnvironment(
    { ...config, ...paths },
    {},
    // Hardhat needs a package as its root, and the current folder may not be in one.
    dirname(packageFile("package.json")),
  );
}

function pathsIn(folder: string): { cache: string; artifacts: string } {
  const artifacts = join(folder, "artifacts");
  // Hardhat lists this folder. In the virtual machines of jest and vitest, whose `Error` is not Node's, Hardhat does
  // not recognise the error if it is missing.
  makeFolder(join(artifacts, "build-info"));
  return { cache: join(folder, "cache"), artifacts };
}

/** Undefined if nothing can be written on this machine: a chain that forks nothing needs no folder. */
async function ownFolder(): Promise<string | undefined> {
  const kept = join(defaultCacheDir(), "hardhat");
  try {
    pathsIn(kept);
    await access(kept, constants.W_OK);
    return kept;
  } catch {
    // The package may be installed for all users, or this may be a container's user without a home folder.
    const folder = await makeWorkFolder("hardhat").catch(() => undefined);
    if (folder !== undefined) {
      process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    }
    return folder;
  }
}
