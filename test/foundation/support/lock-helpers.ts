import { join } from "node:path";

import { inTemporaryFolder } from "../../temporary-folder.js";
import { withLockProcess, type LockProcess } from "./lock-process.js";

export async function inFolder(
  run: (path: string, folder: string) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => await run(join(folder, "result.lock"), folder));
}

/** Resolves for all callers after the last of `count` calls. */
export function barrier(count: number): () => Promise<void> {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return async () => {
    if (--count === 0) open();
    await opened;
  };
}

export async function inParallel(
  count: number,
  args: readonly string[],
  run: (process: LockProcess) => Promise<string>,
): Promise<string[]> {
  return await Promise.all(Array.from({ length: count }, () => withLockProcess(args, run)));
}

export function inUse(path: string): string {
  return (
    `The result file result.json is in use by another migration, which holds the lock ${path}. ` +
    "Wait until it ends, or pass another file with --output."
  );
}

export function refusal(line: string): { message: string; milliseconds: number } {
  return JSON.parse(line) as ReturnType<typeof refusal>;
}
