import { createRequire } from "node:module";

/**
 * Whether a package is there for a file's imports.
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
