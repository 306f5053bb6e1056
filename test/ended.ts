import type { ChildProcess } from "node:child_process";

/** How a process ended, and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Waits until a child with piped output ends.
 * @param limit in ms, after which it is killed; without one, mocha's timeout limits the wait
 */
export async function ended(child: ChildProcess, limit?: number): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const timer = limit === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), limit);
  return await new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  }).finally(() => clearTimeout(timer));
}
