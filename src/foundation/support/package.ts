import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequire } from "node:module";

/**
 * The path of a file in the root of this package. It works from the sources and from the built
 * package, where the code is two folders deeper.
 */
export function packageFile(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return join(folder, name);
}

/** The path of a file that the build creates, relative to `dist`; undefined when running from the sources. */
export function builtFile(name: string): string | undefined {
  const dist = join(packageFile("."), "dist", "/");
  return fileURLToPath(import.meta.url).startsWith(dist) ? join(dist, name) : undefined;
}

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
    version: string;
  };
  return version;
}

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
