import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";

const children = new Set<ChildProcess>();
const folders = new Set<string>();

function endAll(): void {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
}

process.on("exit", endAll);
for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  // A signal ends the process without an "exit" event.
  process.once(signal, () => {
    endAll();
    process.kill(process.pid, signal);
  });
}

/** Ends a child process when this process ends, so that stopped tests leave nothing running. */
export function endWithUs<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** Removes a folder when this process ends, so that stopped tests leave no files either. */
export function removeWithUs(folder: string): string {
  folders.add(folder);
  return folder;
}

/** Removes such a folder now. */
export async function removeNow(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
}
