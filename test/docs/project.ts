import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { folderOfState, keep, unfinished } from "../../scripts/kept-state.mjs";
import { findNpm } from "../../src/foundation/arc/source/npm-cli.js";
import { endWithUs } from "../end-with-us.js";

const ROOT = join(import.meta.dirname, "../..");
const LEFT_OUT = new Set(["node_modules", "dist", ".git", "artifacts", "cache"]);
/** Time limit of a command, in ms; installations take the longest. */
const LIMIT = 240_000;

/** An empty folder and the package as it would be published. */
export interface Workshop {
  readonly folder: string;
  readonly tarball: string;
  remove(): Promise<void>;
}

/** Packs this repository, once for each state of its files, and copies the package to an empty folder. */
export async function packed(): Promise<Workshop> {
  const folder = folderOfState("packed", filesIn(ROOT));
  if (!existsSync(folder)) await pack(folder);
  const [name = ""] = await readdir(folder);
  const top = await mkdtemp(join(tmpdir(), "dao-reader-"));
  await copyFile(join(folder, name), join(top, name));
  return {
    folder: top,
    tarball: join(top, name),
    remove: async () => await rm(top, { recursive: true, force: true }),
  };
}

/** Packs this repository before the tests of a suite, and removes the copy after them. */
export function packedForSuite(): Pick<Workshop, "folder" | "tarball"> {
  let workshop: Workshop;
  before(async () => {
    workshop = await packed();
  });
  after(async () => {
    await workshop?.remove();
  });
  return {
    get folder() {
      return workshop.folder;
    },
    get tarball() {
      return workshop.tarball;
    },
  };
}

/** Builds and packs in a copy, because other tests build too. */
async function pack(folder: string): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), "dao-packed-"));
  try {
    await cp(ROOT, copy, { recursive: true, filter: isPacked });
    await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
    await run(copy, `"${process.execPath}" scripts/build.mjs`);
    const made = unfinished(folder);
    await mkdir(made, { recursive: true });
    await npm(copy, "pack", "--ignore-scripts", "--pack-destination", made);
    keep(made, folder);
  } finally {
    await rm(copy, { recursive: true });
  }
}

function isPacked(file: string): boolean {
  return !LEFT_OUT.has(relative(ROOT, file)) && !file.endsWith("/node_modules");
}

/** Returns the files to copy, sorted and relative to the root. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ entry, path: join(folder, entry.name) }))
    .filter(({ path }) => isPacked(path))
    .flatMap(({ entry, path }) => (entry.isDirectory() ? filesIn(path) : [relative(ROOT, path)]))
    .sort();
}

/** Creates an empty folder in the workshop. */
export async function emptyProject(
  { folder }: Pick<Workshop, "folder">,
  name: string,
): Promise<string> {
  const project = join(folder, name);
  await mkdir(project);
  return project;
}

export async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { program, arguments: script } = findNpm()!;
  return await run(cwd, [program, ...script, ...args].map((part) => `"${part}"`).join(" "));
}

/**
 * Runs a command line in a shell, as a reader would.
 * @throws Error with all output, if it fails
 */
export async function run(cwd: string, command: string): Promise<string> {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1" };
  env.PATH = `${dirname(process.execPath)}:${env.PATH ?? ""}`;
  for (const key of Object.keys(env)) if (key.startsWith("npm_config_")) delete env[key];
  return await new Promise((resolve, reject) => {
    const child = execFile(
      "/bin/sh",
      ["-c", command],
      { cwd, env, timeout: LIMIT, killSignal: "SIGKILL", maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        if (error === null) resolve(`${stdout}${stderr}`);
        else reject(new Error(`${command}\nended with ${error.code}:\n${stdout}${stderr}`));
      },
    );
    child.stdin?.end();
    endWithUs(child);
  });
}

/** Starts a long-running program and waits until it prints `wanted`. */
export async function started(
  cwd: string,
  args: readonly string[],
  wanted: string,
  program = process.execPath,
): Promise<{ stop(): Promise<void> }> {
  // A separate process group, because a package manager starts the program in another process.
  const child = endWithUs(
    spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"], detached: true }),
  );
  const closed = once(child, "close");
  const ready = new Promise<void>((resolve, reject) => {
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (text.includes(wanted)) resolve();
      });
    }
    child.once("close", () => reject(new Error(`${args.join(" ")} ended:\n${text}`)));
  });
  await ready;
  return {
    stop: async () => {
      process.kill(-child.pid!, "SIGKILL");
      await closed;
    },
  };
}

/** Writes a file of a project and creates its folders. */
export async function place(project: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(project, file)), { recursive: true });
  await writeFile(join(project, file), text);
}
