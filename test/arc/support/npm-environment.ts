import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives each test of a suite an empty folder, and an npm that knows nothing of this machine: an empty
 * user configuration, an empty cache, no proxy in the way of the loopback interface.
 */
export function useNpmEnvironment(): { folder(): string } {
  const saved = { ...process.env };
  let folder = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "arc-test-"));
    await writeFile(join(folder, "user-npmrc"), "");
    for (const name of Object.keys(process.env)) {
      if (/^npm_(config|package)_/i.test(name)) delete process.env[name];
    }
    process.env["npm_config_userconfig"] = join(folder, "user-npmrc");
    process.env["npm_config_cache"] = join(folder, "npm-cache");
    process.env["npm_config_noproxy"] = "127.0.0.1";
  });

  afterEach(async () => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, saved);
    await rm(folder, { recursive: true, force: true });
  });

  return { folder: () => folder };
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
