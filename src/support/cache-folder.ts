import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

const FOLDER = "hardhat-dao-migration";

/**
 * The folder for fetched releases: `DAO_MIGRATION_CACHE` if it is set, otherwise our folder in the user's cache folder
 * (XDG_CACHE_HOME or ~/.cache, ~/Library/Caches on macOS, LOCALAPPDATA on Windows).
 */
export function defaultCacheDir(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const moved = environment["DAO_MIGRATION_CACHE"];
  if (moved) return resolve(moved);
  if (platform === "win32") {
    return join(environment["LOCALAPPDATA"] || join(home, "AppData", "Local"), FOLDER, "Cache");
  }
  if (platform === "darwin") return join(home, "Library", "Caches", FOLDER);
  const caches = environment["XDG_CACHE_HOME"] ?? "";
  // The XDG specification: "All paths must be absolute [...] should consider the path invalid and ignore it."
  return join(isAbsolute(caches) ? caches : join(home, ".cache"), FOLDER);
}
