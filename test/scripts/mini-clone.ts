import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { create } from "tar";
import { ended, type Ended } from "../ended.js";
import { Clone, ROOT, writeFile } from "./clone.js";

export const FAKE_NPM = path.join(import.meta.dirname, "fake-npm.mjs");
const OLD_NODE = new URL("old-node.mjs", import.meta.url).href;

/** EDR's native package for this machine, as the fake EDR of a mini clone names it. */
export const NATIVE_PART = `@nomicfoundation/edr-${process.platform}-${process.arch}-gnu`;

export interface NpmCall {
  readonly command: string;
  readonly args: string[];
  readonly cwd: string;
  readonly path: string;
  /** Whether this npm is one that the fake npm "fetched". */
  readonly fetched: boolean;
  /** The npm settings of the folder in which it was called. */
  readonly npmrc: string;
  readonly pid: number;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Makes scripts/run.mjs believe that Node 18 started it. */
  readonly oldNode?: boolean;
  /** The real Node to start with. */
  readonly node?: string;
}

/** The scripts of this repository and small fakes of the rest. */
export class MiniClone extends Clone {
  readonly #npmFolder = path.join(this.folder, "npm");

  constructor() {
    super("scripts");
    mkdirSync(this.#npmFolder);
    this.write("package.json", JSON.stringify({ type: "module" }));
    this.#fillTools();
    this.write("package-lock.json", "{}");
    this.write("scripts/warm-arc-cache.mjs", report("warm"));
    this.write("scripts/generate-types.mjs", report("typechain"));
    this.write("scripts/install-live-nodes.mjs", report("live-nodes"));
    this.write("test/compiled.ts", report("compile"));
    this.write("scripts/typescript.mjs", "globalThis.typescript = true;");
    this.#fillInstalled();
  }

  /** Creates a clone in which everything is installed. */
  static installed(): MiniClone {
    const clone = new MiniClone();
    cpSync(path.join(clone.#npmFolder, "installed"), clone.path("node_modules"), {
      recursive: true,
    });
    clone.write("node_modules/.package-lock.json", "{}");
    return clone;
  }

  /** Pins small packages, with their hashes, in place of the real Node and npm. */
  #fillTools(): void {
    const node = `#!/bin/sh\nexec "${process.execPath}" "$@"\n`;
    const npm = readFileSync(FAKE_NPM, "utf8");
    const tools = {
      node: {
        [`${process.platform}-${process.arch}`]: this.#makeTool("node-of-npm@24.1.2", {
          "bin/node": node,
        }),
      },
      npm: this.#makeTool("npm@11.1.2", { "bin/npm-cli.js": npm, "package.json": "{}" }),
    };
    this.write("scripts/tools.json", JSON.stringify(tools));
  }

  #makeTool(spec: string, files: Record<string, string>): { spec: string; integrity: string } {
    const folder = path.join(this.#npmFolder, "made", spec);
    for (const [file, text] of Object.entries(files)) {
      writeFile(path.join(folder, "package", file), text, 0o755);
    }
    const tarball = path.join(this.#npmFolder, "tarballs", `${spec}.tgz`);
    mkdirSync(path.dirname(tarball), { recursive: true });
    create({ sync: true, gzip: true, cwd: folder, file: tarball, portable: true }, ["package"]);
    const hash = createHash("sha512").update(readFileSync(tarball)).digest("base64");
    return { spec, integrity: `sha512-${hash}` };
  }

  /** Replaces the package that npm fetches for a tool, but not its pinned hash. */
  replaceTool(spec: string, files: Record<string, string>): void {
    this.#makeTool(spec, files);
  }

  #fillInstalled(): void {
    const native = { [NATIVE_PART]: "1.0.0", "@nomicfoundation/edr-plan9-mips": "1.0.0" };
    const files = {
      "hardhat/package.json": "{}",
      "hardhat/dist/src/cli.js": report("hardhat"),
      "mocha/lib/cli/cli.js": report("mocha"),
      "@nomicfoundation/edr/package.json": JSON.stringify({ optionalDependencies: native }),
      [`${NATIVE_PART}/package.json`]: "{}",
    };
    for (const [file, text] of Object.entries(files)) {
      writeFile(path.join(this.#npmFolder, "installed", file), text);
    }
  }

  /** The cache folder, which does not exist at first. */
  get cache(): string {
    return path.join(this.folder, "the cache");
  }

  remove(file: string): void {
    rmSync(this.path(file), { recursive: true });
  }

  makeExecutable(file: string): void {
    chmodSync(this.path(file), 0o755);
  }

  /** Adds a file that the fake `npm ci` installs in node_modules. */
  toInstall(file: string, text: string): void {
    writeFile(path.join(this.#npmFolder, "installed", file), text);
  }

  /** Replaces the fake mocha with the real one. */
  useRealMocha(): void {
    const mocha = pathToFileURL(path.join(ROOT, "node_modules/mocha/lib/cli/cli.js")).href;
    this.write("node_modules/mocha/lib/cli/cli.js", `import { main } from "${mocha}"; main();`);
  }

  /** Sets a file's times to this many seconds from now; negative means the past. */
  date(file: string, seconds: number): void {
    const time = new Date(Date.now() + seconds * 1000);
    utimesSync(this.path(file), time, time);
  }

  npmCalls(): NpmCall[] {
    return jsonLines(path.join(this.#npmFolder, "calls.jsonl")) as NpmCall[];
  }

  /** Returns the calls of the fake hardhat, mocha and warm-up, in order. */
  jobCalls(): { name: string; args: string[]; typescript: boolean }[] {
    return jsonLines(this.path("jobs.jsonl")) as {
      name: string;
      args: string[];
      typescript: boolean;
    }[];
  }

  /** Starts scripts/run.mjs with the fake npm, as `npm run` would, and without a terminal. */
  start(
    args: readonly string[],
    { env = {}, oldNode = false, node = process.execPath }: RunOptions = {},
  ): ChildProcess {
    const preload = oldNode ? ["--import", OLD_NODE] : [];
    return spawn(node, [...preload, this.path("scripts/run.mjs"), ...args], {
      cwd: os.tmpdir(),
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...this.#environment(), ...env },
    });
  }

  #environment(): NodeJS.ProcessEnv {
    const clean = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|CI$|NODE_OPTIONS$|TEST_COUNTS_FILE$|TEST_FAILURES_FILE$)/i.test(name),
    );
    // The scripts tell npm from other package managers by the name npm-cli.js.
    const npm = path.join(this.#npmFolder, "npm-cli.js");
    copyFileSync(FAKE_NPM, npm);
    return {
      ...Object.fromEntries(clean),
      npm_execpath: npm,
      FAKE_NPM_FOLDER: this.#npmFolder,
      DAO_MIGRATION_CACHE: this.cache,
    };
  }

  async run(args: readonly string[], options?: RunOptions): Promise<Ended> {
    return ended(this.start(args, options));
  }

  /** Like start, but as the child of a shell, which stays and applies `redirect`. */
  startInShell(
    args: readonly string[],
    { env = {}, redirect = "" }: { env?: NodeJS.ProcessEnv; redirect?: string } = {},
  ): ChildProcess {
    const command = [process.execPath, this.path("scripts/run.mjs"), ...args];
    return spawn("sh", ["-c", `"$0" "$@" ${redirect}; exit $?`, ...command], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...this.#environment(), ...env },
    });
  }
}

/** Returns the source of a fake command that records its arguments and fails if FAIL names it. */
function report(name: string): string {
  return `import { appendFileSync } from "node:fs";
appendFileSync("jobs.jsonl", JSON.stringify({ name: "${name}", args: process.argv.slice(2), typescript: globalThis.typescript === true }) + "\\n");
process.exitCode = process.env.FAIL === "${name}" ? 5 : 0;
`;
}

function jsonLines(file: string): unknown[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  // What follows the last newline is a line that is still being written.
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}
