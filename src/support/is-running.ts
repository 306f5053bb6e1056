import { readFileSync } from "node:fs";

/** Whether a process is there and can still do something: one that only waits to be reaped cannot. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
}

/** In a container, nobody may reap what was killed, so it stays. Only Linux tells of it in a file. */
function isZombie(pid: number): boolean {
  try {
    // The program's name stands in brackets and can hold anything, brackets too.
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
