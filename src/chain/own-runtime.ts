import { access, constants, mkdir } from "node:fs/promises";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";

import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { defaultCacheDir } from "../support/cache-folder.js";
import { packageFile } from "../support/package.js";
import { makeWorkFolder } from "../support/work-folder.js";

/**
 * Opens Hardhat's runtime for chains of our own, which belong to no project. The cache of a fork and
 * Hardhat's artifacts, of which there are none, lie in the user's cache folder, else in a temporary
 * one: by default they would in the folder of this package, which can be somebody else's.
 * @param folder where they lie instead
 */
export async function createOwnRuntime(
  config: HardhatUserConfig,
  folder?: string,
): Promise<HardhatRuntimeEnvironment> {
  const { createHardhatRuntimeEnvironment } = await import("hardhat/hre");
  const place = folder ?? (await ownFolder());
  const paths = place === undefined ? {} : { paths: await pathsIn(place) };
  return await createHardhatRuntimeEnvironment(
    { ...config, ...paths },
    {},
    // Hardhat wants a package to be the root of; the current folder need not be in one.
    dirname(packageFile("package.json")),
  );
}

async function pathsIn(folder: string): Promise<{ cache: string; artifacts: string }> {
  const artifacts = join(folder, "artifacts");
  // Hardhat lists it. Where it is missing, Hardhat takes the error for another one in the virtual
  // machines of jest and vitest, whose `Error` is not Node's.
  await mkdir(join(artifacts, "build-info"), { recursive: true });
  return { cache: join(folder, "cache"), artifacts };
}

/** Undefined on a machine where nothing can be written: a chain that forks none needs no folder. */
async function ownFolder(): Promise<string | undefined> {
  const kept = join(defaultCacheDir(), "hardhat");
  try {
    await pathsIn(kept);
    await access(kept, constants.W_OK);
    return kept;
  } catch {
    // The package may be installed for all users, or this be a container's user without a home.
    return await temporaryFolder().catch(() => undefined);
  }
}

async function temporaryFolder(): Promise<string> {
  const folder = await makeWorkFolder("hardhat");
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
