import { readFileSync } from "node:fs";

/** Whether a process exists and can still do anything. A zombie cannot. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return !isZombie(pid);
}

/** In a container, nobody may reap a killed process, so it remains as a zombie. Only Linux shows this in a file. */
function isZombie(pid: number): boolean {
  try {
    // The program's name is in brackets and may contain anything, even brackets.
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
