import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestRegistry } from "./registry.js";

export interface NpmEnvironment {
  readonly folder: string;
  /** A project in it. */
  readonly projectRoot: string;
  /** The user's npm settings, in which the `@daostack` scope is at the registry. */
  readonly settings: string;
  /** A folder in it that does not exist yet. */
  readonly cacheDir: string;
  readonly registry: TestRegistry;
}

/**
 * Gives each test of a suite an empty folder with a project, a registry, and an npm that knows nothing
 * of this machine: a user's settings that name the registry, an empty cache, no proxy before the
 * loopback interface.
 */
export function useNpmEnvironment(): () => NpmEnvironment {
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
 * Puts a script in npm's place that leaves a line in the returned file and fails.
 * It has to be named like npm's own to be taken for it.
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
