import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestRegistry } from "./registry.js";

export interface NpmEnvironment {
  readonly folder: string;
  /** A project in `folder`. */
  readonly projectRoot: string;
  /** The user's npm settings, which map the `@daostack` scope to the registry. */
  readonly settings: string;
  /** A folder in `folder` that does not exist yet. */
  readonly cacheDir: string;
  readonly registry: TestRegistry;
}

/** Stands in for npm where a test is not about npm. */
const QUICK_NPM = join(import.meta.dirname, "npm-cli.js");

/**
 * Creates an empty folder with a project, a registry, and an isolated npm for each test of a suite: the
 * user's settings name the registry, the cache is empty, and the loopback interface bypasses any proxy.
 */
export function useNpmEnvironment(npm: "real" | "quick" = "real"): () => NpmEnvironment {
  const saved = { ...process.env };
  let current: NpmEnvironment;

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), "arc-test-"));
    const registry = new TestRegistry();
    const projectRoot = join(folder, "a project");
    const settings = join(folder, "user-npmrc");
    current = { folder, registry, projectRoot, settings, cacheDir: join(folder, "cache") };

    for (const name of Object.keys(process.env)) {
      if (/^npm_/i.test(name)) delete process.env[name];
    }
    process.env["npm_config_userconfig"] = settings;
    process.env["npm_config_cache"] = join(folder, "npm-cache");
    process.env["npm_config_noproxy"] = "127.0.0.1";
    if (npm === "quick") process.env["npm_execpath"] = QUICK_NPM;

    await registry.start();
    await mkdir(projectRoot);
    await writeFile(join(projectRoot, "package.json"), "{}");
    await registry.writeNpmrc(settings);
  });

  afterEach(async () => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, saved);
    await current.registry.stop();
    await rm(current.folder, { recursive: true, force: true });
  });

  return () => current;
}

/**
 * Replaces npm with a script that adds a line to the returned file and fails.
 * The file must be named like npm's own script, or it is not taken for npm.
 */
export async function replaceNpm(folder: string, script?: string): Promise<string> {
  const record = join(folder, "npm-runs");
  const file = join(folder, "npm-cli.js");
  await writeFile(
    file,
    script ??
      `require("node:fs").appendFileSync(${JSON.stringify(record)}, process.argv.slice(2).join(" ") + "\\n");
       process.exit(1);`,
  );
  process.env["npm_execpath"] = file;
  return record;
}
