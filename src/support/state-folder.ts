import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

const FOLDER = "hardhat-dao-migration";

/**
 * The folder for what all processes of a user must know about each other: our folder in XDG_STATE_HOME or
 * ~/.local/state, ~/Library/Application Support on macOS, LOCALAPPDATA on Windows.
 */
export function stateFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (platform === "win32") {
    return join(environment["LOCALAPPDATA"] || join(home, "AppData", "Local"), FOLDER, "State");
  }
  if (platform === "darwin") return join(home, "Library", "Application Support", FOLDER);
  const states = environment["XDG_STATE_HOME"] ?? "";
  // The XDG specification: "All paths must be absolute [...] should consider the path invalid and ignore it."
  return join(isAbsolute(states) ? states : join(home, ".local", "state"), FOLDER);
}
