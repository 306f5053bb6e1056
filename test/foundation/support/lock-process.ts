import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { compiled } from "../../compiled.js";
import { endWithUs } from "../../end-with-us.js";
import { ended } from "../../live/nodes.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { itWith } from "../../it-with.js";

const SCRIPT = compiled("test/foundation/support/lock-holder.ts");

/** Starts a process with ID 1, as in a container; the host name stays the same. */
export const IN_CONTAINER = [
  ...["unshare", "--pid", "--fork", "--kill-child"],
  ...(process.getuid?.() === 0 ? [] : ["--map-root-user"]),
];

/** A process that runs lock-holder.ts. */
export interface LockProcess {
  readonly child: ChildProcess;
  /** Lets the process continue, and returns the next line that it prints. */
  readonly next: () => Promise<string>;
}

/**
 * Runs with a process that is ready to take a lock, and ends it afterwards.
 * @param starter a command that starts the process, such as `unshare --pid --fork`
 */
export async function withLockProcess<Result>(
  args: readonly string[],
  run: (process: LockProcess) => Promise<Result>,
  starter: readonly string[] = [],
): Promise<Result> {
  const [command = "", ...rest] = [...starter, process.execPath, SCRIPT, ...args];
  const child = endWithUs(spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] }));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const result = (await lines.next()) as IteratorResult<string, undefined>;
    if (result.done === true) throw new Error(`The process ended: ${args.join(" ")}`);
    return result.value;
  };
  try {
    await line();
    const next = async (): Promise<string> => {
      child.stdin.write("\n");
      return await line();
    };
    return await run({ child, next });
  } finally {
    child.kill("SIGCONT");
    await ended(child);
  }
}

async function inFolder(run: (path: string, folder: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => await run(join(folder, "result.lock"), folder));
}

/** `it` for tests that each get the path of a lock file in a fresh folder. */
export const itInFolder = itWith<[path: string, folder: string]>(inFolder);

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
