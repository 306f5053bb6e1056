import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const SCRIPT = join(process.cwd(), "scripts/mutate.mjs");

/** Writes a project to mutate: sources and tests, keyed by path. */
export async function writeProject(
  root: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
}

/** Runs the script on a project. */
export async function mutate(
  root: string,
  ...args: string[]
): Promise<{ code: number; lines: string[] }> {
  const run = promisify(execFile)(process.execPath, [SCRIPT, "--root", root, ...args], {
    timeout: 50_000,
  });
  const { code, stdout } = await run.then(
    (done) => ({ code: 0, ...done }),
    (error: { code: number; stdout: string }) => error,
  );
  return { code, lines: stdout.split("\n") };
}
