import type { ChildProcess } from "node:child_process";

const children = new Set<ChildProcess>();

function endAll(): void {
  for (const child of children) child.kill("SIGKILL");
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
