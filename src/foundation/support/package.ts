import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import Module, { createRequire } from "node:module";

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

/** Folders of NODE_PATH, which only `require` searches. */
const { globalPaths } = Module as unknown as { readonly globalPaths: readonly string[] };

/**
 * Whether a file's imports can resolve a package.
 * @param from the file: its path or URL
 */
export function isInstalled(name: string, from: string): boolean {
  const require = createRequire(from);
  try {
    require.resolve(name);
  } catch {
    return false;
  }
  // pnpm's commands set NODE_PATH, with which `require` finds packages that imports do not. Yarn's archives have no
  // folders to look into, and no such packages.
  const folders = require.resolve.paths(name)?.filter((each) => !globalPaths.includes(each)) ?? [];
  return "pnp" in process.versions || folders.some((folder) => existsSync(join(folder, name)));
}

/** Where a project has a file of a package: in its folder, or in one above, as in a workspace. */
export function projectFile(root: string, name: string): string {
  const folders = createRequire(join(root, "package.json")).resolve.paths(name) ?? [];
  const files = folders.map((folder) => join(folder, name));
  return files.find((file) => existsSync(file)) ?? join(root, "node_modules", name);
}
