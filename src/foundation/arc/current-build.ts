import { existsSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";

import { MigrationError } from "../support/errors.js";
import { readRegular } from "../support/read-regular.js";
import { shownPath } from "../support/shown-path.js";

const LARGEST_FILE = 256 * 1024 * 1024;

/** Reads a source as the compiler gets it: plugins of Hardhat may change it before, as its coverage does. */
export type ReadSource = (name: string, path: string, compiler: string) => Promise<string>;

/**
 * Rejects an artifact that the sources have left behind: on a live chain, nobody could take its code back. What its
 * source imports counts, in packages, too: a workspace has some that change. The other sources of its build do not:
 * Hardhat 3 compiles those that change without it. Of a build of Hardhat 2, only the project's own sources count. Folders
 * of sources that are not there, and builds without build info, say nothing.
 * @param artifacts the project's folder of artifacts
 * @param file of an artifact in it
 * @throws MigrationError if a source has changed since
 */
export async function requireCurrent(
  root: string,
  artifacts: string,
  file: string,
  readSource?: ReadSource,
): Promise<void> {
  const {
    buildInfoId,
    sourceName,
    inputSourceName = sourceName,
  } = (await readBuild<Built>(file)) ?? {};
  // Hardhat 2 says beside an artifact where its build info is, and has no other names for sources than their paths.
  const beside = await readBuild<{ readonly buildInfo?: unknown }>(`${file.slice(0, -4)}dbg.json`);
  const isOld = typeof beside?.buildInfo === "string";
  const place = isOld
    ? join(dirname(file), String(beside.buildInfo))
    : join(artifacts, "build-info", `${buildInfoId}.json`);
  const { input, solcVersion = "" } = (await readBuild<BuildInfo>(place)) ?? {};
  const { sources = {}, settings } = input ?? {};
  const folders = new Map([["project", root]]);
  const names = new Map([[inputSourceName ?? "", root]]);
  for (const [name, importer] of names) {
    const content = sources[name]?.content;
    const [, top, packageName, rest] = SOURCE_NAME.exec(isOld ? `project/${name}` : name) ?? [];
    if (content === undefined || top === undefined || rest === undefined) continue;
    const folder = folders.get(top) ?? (await packageFolder(importer, packageName ?? ""));
    folders.set(top, folder);
    const path = join(folder, rest);
    const now = await readRegular(path, "utf8").catch(() => undefined);
    // A source that was renamed leaves its artifacts behind until the next build.
    const isGone = now === undefined && existsSync(join(folder, rest.split("/")[0]!));
    const hasChanged = async () =>
      now !== undefined &&
      now !== content &&
      (await readSource?.(name, path, solcVersion).catch(() => undefined)) !== content;
    if (isGone || (await hasChanged())) {
      const built = shownPath(file);
      const what = isGone
        ? `cannot be read any more, or has been removed, since ${built} was compiled`
        : `is not what ${built} was compiled from: it has changed, or a plugin changed it, as --coverage does`;
      throw new MigrationError(
        `${shownPath(path)} ${what}. Run \`npx hardhat ${isOld ? "compile" : "build"}\` first.`,
      );
    }
    for (const imported of importsOf(name, content, settings?.remappings ?? [])) {
      if (!names.has(imported)) names.set(imported, folder);
    }
  }
}

/** Hardhat's names of sources: `project/contracts/A.sol`, `npm/@team/library@1.0.0/A.sol`. */
const SOURCE_NAME = /^(project|npm\/((?:@[^/]+\/)?[^/@]+)@[^/]+)\/(.*)$/;

interface Built {
  readonly buildInfoId?: string;
  readonly sourceName?: string;
  readonly inputSourceName?: string;
}

interface BuildInfo {
  readonly solcVersion?: string;
  readonly input?: {
    readonly sources?: Readonly<Record<string, { readonly content?: string }>>;
    readonly settings?: { readonly remappings?: readonly string[] };
  };
}

/** All that a source may import, and names of nothing: whatever ends at a quotation mark, so no comment hides an import. */
function importsOf(name: string, content: string, remappings: readonly string[]): string[] {
  return [...content.matchAll(/([^"'\n]+)["']/g)].flatMap(([, path = ""]) => {
    if (path.startsWith(".")) return posix.join(posix.dirname(name), path);
    const targets = remappings.flatMap((remapping) => {
      const [, context = "", prefix = "", target = ""] =
        /^(?:([^:=]*):)?([^=]+)=(.*)$/.exec(remapping) ?? [];
      if (!name.startsWith(context) || !path.startsWith(prefix)) return [];
      return target + path.slice(prefix.length);
    });
    return [path, ...targets];
  });
}

/** Where a package is for those that import it: as Node finds it, and without links, as its own imports start there. */
async function packageFolder(importer: string, name: string): Promise<string> {
  for (const folder of createRequire(join(importer, "_")).resolve.paths(name) ?? []) {
    const found = await realpath(join(folder, name)).catch(() => undefined);
    if (found !== undefined) return found;
  }
  return join(importer, "node_modules", name);
}

/**
 * What compilers wrote to a file, as JSON.
 * @returns undefined if there is no such file, or none that can be read
 */
export async function readBuild<T>(path: string): Promise<T | undefined> {
  const file = await stat(path).catch(() => undefined);
  if (file === undefined || !file.isFile() || file.size > LARGEST_FILE) return undefined;
  try {
    return JSON.parse(await readRegular(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}
