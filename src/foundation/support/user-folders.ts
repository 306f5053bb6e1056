import { homedir, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

const OURS = "hardhat-dao-migration";

/** The system that decides where a user's folders are. */
interface System {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** The folder for fetched releases: `DAO_MIGRATION_CACHE` if it is set, otherwise our folder in the user's cache folder. */
export function defaultCacheDir(system: System = ownSystem()): string {
  const moved = system.environment["DAO_MIGRATION_CACHE"];
  return moved
    ? resolve(moved)
    : folderFor("XDG_CACHE_HOME", [".cache", "Library/Caches", "Cache"], system);
}

/** The folder for what all processes of a user must know about each other. */
export function stateFolder(system: System = ownSystem()): string {
  const names = [".local/state", "Library/Application Support", "State"] as const;
  return folderFor("XDG_STATE_HOME", names, system);
}

function ownSystem(): System {
  return { environment: process.env, platform: process.platform, home: homeFolder() };
}

/** The user's home folder. An empty HOME counts as absent; otherwise, our folders would be in the current one. */
export function homeFolder(): string {
  return homedir() || userInfo().homedir;
}

/** Our folder for one kind of files; the names are those of Linux, macOS and Windows. */
function folderFor(
  variable: string,
  [linux, mac, windows]: readonly [string, string, string],
  { environment, platform, home }: System,
): string {
  if (platform === "win32") {
    return join(environment["LOCALAPPDATA"] || join(home, "AppData", "Local"), OURS, windows);
  }
  if (platform === "darwin") return join(home, mac, OURS);
  const moved = environment[variable] ?? "";
  // The XDG specification: "All paths must be absolute [...] should consider the path invalid and ignore it."
  return join(isAbsolute(moved) ? moved : join(home, linux), OURS);
}
