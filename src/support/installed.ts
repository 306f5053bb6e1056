import { createRequire } from "node:module";

/**
 * Whether a file's imports can resolve a package.
 * @param from the file: its path or URL
 */
export function isInstalled(name: string, from: string): boolean {
  try {
    createRequire(from).resolve(name);
    return true;
  } catch {
    return false;
  }
}
