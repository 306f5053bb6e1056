import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { Clone, writeFile } from "./clone.js";

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
  mkdirSync("dist/src/interfaces/cli", { recursive: true });
  writeFileSync("dist/src/interfaces/cli/dao-migrate.js", \`
    const { appendFileSync } = require("node:fs");
    const { DAO_MIGRATE_PRIVATE_KEY: key, DAO_MIGRATE_PROVIDER: provider } = process.env;
    appendFileSync(process.env.CALLS, JSON.stringify({ program: "dao-migrate", args: process.argv.slice(2), key, provider }) + "\\\\n");
    if (process.argv[2] === "addresses") console.log(process.env.ADDRESSES ?? '{"kovan":{}}');
    process.exit(Number(process.env.MIGRATION_CODE ?? 0));
  \`);
}
process.exit(args[0] === "publish" ? Number(process.env.PUBLISH_CODE ?? 0) : 0);
`;

/** Settings with which a release publishes. */
export const PUBLISH = {
  CI: "true",
  DOCKER_IMAGE: "somebody/dao",
  DOCKER_BASE: `node:24-bookworm-slim@sha256:${"ab".repeat(32)}`,
};
export const KEY = `0x${"4b".repeat(32)}`;

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
export class ReleaseClone extends Clone {
  /** The repository to push to. */
  readonly origin = path.join(this.folder, "origin");
  readonly #callsFile = path.join(this.folder, "calls");

  constructor(changelog: string) {
    super(
      ...["release.mjs", "prepare-release.mjs", "release", "image", "tools.json"]
        .concat(["child.mjs", "fetch-tool.mjs", "runtime.mjs"])
        .map((name) => `scripts/${name}`),
      ...["src/foundation/arc/source/pins.json", "src/foundation/arc/versions.ts"],
    );
    this.write(
      "package.json",
      '{ "name": "x", "version": "0.0.1-rc.57-v3", "repository": "https://example.org/a/x" }\n',
    );
    this.write(
      "package-lock.json",
      '{ "version": "0.0.1-rc.57-v3", "packages": { "": { "version": "0.0.1-rc.57-v3" } } }\n',
    );
    this.write("CHANGELOG.md", changelog);
    this.write("scripts/generate-types.mjs", "");
    for (const file of ["examples/kubernetes/test-suite.yaml", "docs/container.md"]) {
      this.write(file, "image: hardhat-dao-migration:0.0.1-rc.57-v3\n");
    }
    this.write(".gitignore", "dist/\n.env\n");
    this.beginRepository();
    this.git("clone", "--quiet", "--bare", ".", this.origin);
    this.git("remote", "add", "origin", this.origin);
    writeFile(path.join(this.folder, "bin/npm"), FAKE_NPM, 0o755);
  }

  get calls(): Call[] {
    const file = this.#callsFile;
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as Call);
  }

  get npmCalls(): string[] {
    const ofNpm = this.calls.filter(({ program }) => program === "npm");
    return ofNpm.map(({ args }) => args.join(" "));
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
      timeout: 120_000,
      env: {
        ...own,
        CALLS: this.#callsFile,
        PATH: [path.join(this.folder, "bin"), path.dirname(process.execPath), own["PATH"]].join(
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
}
