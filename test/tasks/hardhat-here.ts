import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { runHere } from "../run-here.js";

// Hardhat's own tests run its command with the same two functions.
const INTERNAL = fileURLToPath(
  new URL("../../node_modules/hardhat/dist/src/internal", import.meta.url),
);
const { main } = (await import(join(INTERNAL, "cli/main.js"))) as {
  main: (args: readonly string[]) => Promise<void>;
};
const { resetGlobalHardhatRuntimeEnvironment } = (await import(
  join(INTERNAL, "global-hre-instance.js")
)) as { resetGlobalHardhatRuntimeEnvironment: () => void };

type Handler = (...args: unknown[]) => void;
const HANDLED = ["uncaughtException", "unhandledRejection"];

/** Runs Hardhat's command line in this process: its parsing, its messages and its exit code. */
export async function runHardhat(
  cwd: string,
  args: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { exitCode } = process;
  const events: NodeJS.EventEmitter = process;
  const handlers = new Set(HANDLED.flatMap((event) => events.listeners(event)));
  try {
    process.exitCode = 0;
    // On CI, Hardhat shows the stack of every error.
    const env = { NO_COLOR: "1", CI: undefined };
    const { error, stdout, stderr } = await runHere(async () => await main(args), { cwd, env });
    if (error instanceof Error) throw error;
    // Sets the code of a failed task, in a process of its own at its end; see src/interfaces/plugin/run-task.ts.
    const atExit = process.listeners("exit").find(({ name }) => name === "setExitCode");
    atExit?.(Number(process.exitCode));
    return { code: Number(process.exitCode), stdout, stderr };
  } finally {
    process.exitCode = exitCode;
    resetGlobalHardhatRuntimeEnvironment();
    // Each run adds handlers that would end this process.
    for (const event of HANDLED) {
      for (const handler of events.listeners(event)) {
        if (!handlers.has(handler)) events.off(event, handler as Handler);
      }
    }
  }
}
