// oxlint-disable-next-line no-restricted-imports -- without recursive
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those above it, where they are missing. Node's own `recursive` never returns where the system
 * allows no new folders, such as in /proc or in an automounter's folder, and keeps signals from being handled.
 * @param mode of new folders. Default: 0o777, minus the process's umask
 * @throws the system's error
 */
export function makeFolder(path: string, mode = 0o777): void {
  const folder = resolve(path);
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
