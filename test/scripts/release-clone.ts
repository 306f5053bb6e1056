import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  existsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "../..");

/** Records its calls; `npm run build` creates a command that does the same. */
const FAKE_NPM = `#!/usr/bin/env node
const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
appendFileSync(process.env.CALLS, JSON.stringify({ program: "npm", args }) + "\\n");
if (args[0] === "view") {
  const { PUBLISHED } = process.env;
  if (PUBLISHED === undefined) console.error("npm error code E404");
  else if (PUBLISHED !== "") console.log(JSON.stringify(PUBLISHED));
  process.exit(PUBLISHED === undefined ? 1 : 0);
}
if (args[0] === "pack") {
  const files = ["package.json", "dist/x.js", ...(process.env.PACKED ?? "").split(" ").filter(Boolean)];
  console.log(JSON.stringify([{ files: files.map((path) => ({ path })) }]));
}
if (args[0] === "sbom") console.log('{"bomFormat":"CycloneDX"}');
if (args.join(" ") === "run build") {
  mkdirSync("dist/src/cli", { recursive: true });
  writeFileSync("dist/src/cli/dao-migrate.js", \`
    const { appendFileSync } = require("node:fs");
    const { DAO_MIGRATE_PRIVATE_KEY: key, DAO_MIGRATE_PROVIDER: provider } = process.env;
    appendFileSync(process.env.CALLS, JSON.stringify({ program: "dao-migrate", args: process.argv.slice(2), key, provider }) + "\\\\n");
    if (process.argv[2] === "addresses") console.log(process.env.ADDRESSES ?? '{"kovan":{}}');
    process.exit(Number(process.env.MIGRATION_CODE ?? 0));
  \`);
}
process.exit(args[0] === "publish" ? Number(process.env.PUBLISH_CODE ?? 0) : 0);
`;

export interface Call {
  readonly program: string;
  readonly args: string[];
  readonly key?: string;
  readonly provider?: string;
}

export interface Ended {
  readonly code: number;
  /** Output of both streams. */
  readonly text: string;
}

/** A repository with the release scripts and an npm that only records its calls. */
export class ReleaseClone {
  readonly root: string;
  /** The repository to push to. */
  readonly origin: string;
  readonly #folder: string;

  constructor(changelog: string) {
    this.#folder = mkdtempSync(path.join(tmpdir(), "dao-release-"));
    this.root = path.join(this.#folder, "repository");
    mkdirSync(path.join(this.root, "scripts"), { recursive: true });
    for (const file of [
      "scripts/release.mjs",
      "scripts/prepare-release.mjs",
      "scripts/release",
      "scripts/image",
      ...["child", "fetch-tool", "runtime", "unpack"].map((name) => `scripts/${name}.mjs`),
      "scripts/tools.json",
      ...["src/arc/source/pins.json", "src/arc/versions.ts"],
    ]) {
      cpSync(path.join(ROOT, file), path.join(this.root, file), { recursive: true });
    }
    this.write("package.json", '{ "name": "x", "version": "0.0.1-rc.57-v3" }\n');
    this.write(
      "package-lock.json",
      '{ "version": "0.0.1-rc.57-v3", "packages": { "": { "version": "0.0.1-rc.57-v3" } } }\n',
    );
    this.write("CHANGELOG.md", changelog);
    this.write("scripts/generate-typechain.mjs", "");
    for (const file of ["README.md", "examples/kubernetes/test-suite.yaml", "docs/container.md"]) {
      this.write(file, "image: hardhat-dao-migration:0.0.1-rc.57-v3\n");
    }
    this.write(".gitignore", "dist/\n.env\n");
    this.git("init", "--quiet", "--initial-branch", "main");
    this.git("config", "user.name", "Test");
    this.git("config", "user.email", "test@example.org");
    this.commit("Begin");
    this.origin = path.join(this.#folder, "origin");
    this.git("clone", "--quiet", "--bare", ".", this.origin);
    this.git("remote", "add", "origin", this.origin);
    const bin = path.join(this.#folder, "bin");
    mkdirSync(bin);
    writeFileSync(path.join(bin, "npm"), FAKE_NPM, { mode: 0o755 });
  }

  git(...args: string[]): string {
    return execFileSync("git", args, { cwd: this.root, encoding: "utf8" }).trim();
  }

  commit(message: string): void {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", message);
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
    writeFileSync(path.join(this.root, file), text);
  }

  read(file: string): string {
    return readFileSync(path.join(this.root, file), "utf8");
  }

  get calls(): Call[] {
    const file = this.#callsFile;
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Call);
  }

  /** Runs one of the scripts and waits until it ends. */
  async run(script: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
    const own = { ...process.env };
    delete own["CI"];
    delete own["DOCKER_IMAGE"];
    delete own["DOCKER_BASE"];
    for (const name of Object.keys(own)) {
      if (/^(npm_config|GITHUB|CI)_/.test(name)) delete own[name];
    }
    const options = {
      cwd: this.root,
      timeout: 30_000,
      env: {
        ...own,
        CALLS: this.#callsFile,
        PATH: [path.join(this.#folder, "bin"), path.dirname(process.execPath), own["PATH"]].join(
          path.delimiter,
        ),
        ...env,
      },
    };
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        [`scripts/${script}.mjs`, ...args],
        options,
        (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? -1), text: stdout + stderr });
        },
      );
    });
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #callsFile(): string {
    return path.join(this.#folder, "calls");
  }
}
