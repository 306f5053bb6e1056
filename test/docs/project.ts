import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { extract } from "tar";

import { packed } from "../../scripts/packed.mjs";
import { findNpm } from "../../src/foundation/arc/source/npm-cli.js";
import { packageFile } from "../../src/foundation/support/package.js";
import { defaultCacheDir } from "../../src/foundation/support/user-folders.js";
import { endWithUs, removeNow, removeWithUs } from "../end-with-us.js";
import { HAS_TOOLS, tool } from "./tools.js";

/** Where package managers keep what they fetched. */
export const CACHES = join(defaultCacheDir(), "package-managers");
/** Installs what a project's package.json or lock file says. */
export const BUN_INSTALL = `install --ignore-scripts --cache-dir "${CACHES}/bun"`;

/** Time limit of a command, in ms; installations take the longest. */
const LIMIT = 240_000;

/** An empty folder and the package as it would be published. */
export interface Workshop {
  readonly folder: string;
  readonly tarball: string;
}

/** Copies the packed package to an empty folder before the tests of a suite, and removes it after them. */
export function packedForSuite(): Workshop {
  let workshop: Workshop | undefined;
  before(async () => {
    workshop = await openWorkshop();
  });
  after(async () => {
    if (workshop) await removeNow(workshop.folder);
  });
  return {
    get folder() {
      return workshop!.folder;
    },
    get tarball() {
      return workshop!.tarball;
    },
  };
}

export async function openWorkshop(): Promise<Workshop> {
  const folder = removeWithUs(await mkdtemp(join(tmpdir(), "dao-reader-")));
  const made = packed();
  const tarball = join(folder, basename(made));
  await copyFile(made, tarball);
  return { folder, tarball };
}

export async function emptyProject({ folder }: Workshop, name: string): Promise<string> {
  const project = join(folder, name);
  await mkdir(project);
  return project;
}

/**
 * Creates a project with the packed package and links to what it depends on in this repository: in a second, where npm
 * takes ten. For tests of what the package does, not of how it is installed.
 */
export async function linkedProject(workshop: Workshop, name: string): Promise<string> {
  const project = await emptyProject(workshop, name);
  const modules = join(project, "node_modules");
  const own = join(modules, "hardhat-dao-migration");
  await mkdir(own, { recursive: true });
  await extract({ file: workshop.tarball, cwd: own, strip: 1 });
  const text = await readFile(join(own, "package.json"), "utf8");
  const manifest = JSON.parse(text) as Record<string, Record<string, string>>;
  const needed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const links = [
    ...needed.map((each) => [each, packageFile(`node_modules/${each}`)] as const),
    ...Object.entries(manifest.bin!).map(([bin, to]) => [`.bin/${bin}`, join(own, to)] as const),
  ];
  for (const [from, to] of links) {
    await mkdir(dirname(join(modules, from)), { recursive: true });
    await symlink(to, join(modules, from));
  }
  return project;
}

export async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { program, arguments: script } = findNpm()!;
  return await run(cwd, [program, ...script, ...args].map((part) => `"${part}"`).join(" "));
}

/**
 * Runs a line of `npm install`, but only to resolve what to install, as it could fail; bun then links the files of
 * npm's lock file, which npm copies in most of its time. For tests that are not about npm.
 */
export async function install(cwd: string, line: string): Promise<string> {
  if (!HAS_TOOLS) return await run(cwd, line);
  const output = await run(cwd, `${line} --package-lock-only --prefer-offline`);
  await run(cwd, `"${await tool("bun")}" ${BUN_INSTALL} --no-save`);
  return output;
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

/** Runs what npx would find in the project, in two thirds of the time; the documents' first steps run npx itself. */
export async function runInstalled(cwd: string, line: string): Promise<string> {
  return await run(
    cwd,
    `PATH=node_modules/.bin:$PATH; ${line.replaceAll(/\bnpx (?=hardhat|dao-)/g, "")}`,
  );
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
