// @ts-check
import { spawn } from "node:child_process";
import { clearInterval, setInterval } from "node:timers";

/** @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const PARENT = process.ppid;
const WATCH_MS = 500;

/**
 * How a child process ended. `interrupted`: this process was told to stop in the meantime, so it starts nothing more,
 * even if the child ended with 0.
 *
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, interrupted: boolean, output: string }} Outcome
 */

/**
 * Runs a command to its end and passes on the signals that this process gets, so that stopping this process
 * also stops the command.
 *
 * @param {string} command an executable, never a shell line
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions }} options
 *   `stdio` as in node:child_process, inherited by default; what goes to a pipe is in `output`
 * @returns {Promise<Outcome>} rejected only if the command cannot be started
 */
export function run(command, args, { cwd, env, stdio = "inherit" }) {
  return new Promise((resolve, reject) => {
    let interrupted = false;
    let output = "";
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      interrupted = true;
      // Ctrl-C reaches every process in the terminal; for some programs, a second SIGINT means "at once".
      if (signal !== "SIGINT" || !process.stdin.isTTY) {
        child.kill(signal);
      }
    };
    const watch = setInterval(() => {
      if (isAbandoned()) {
        clearInterval(watch);
        forward("SIGTERM");
      }
    }, WATCH_MS);
    watch.unref();
    const stopListening = () => {
      clearInterval(watch);
      SIGNALS.forEach((signal) => process.off(signal, forward));
    };
    // Before the child starts: a signal in between would end this process and leave the child running.
    SIGNALS.forEach((signal) => process.on(signal, forward));
    const child = spawn(command, args, { cwd, env, stdio, windowsHide: true });
    child.stdout?.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => {
      stopListening();
      reject(error);
    });
    child.on("close", (code, signal) => {
      stopListening();
      resolve({ code, signal, interrupted, output });
    });
  });
}

/** Whether the shell between npm and this process is gone: npm passes SIGTERM to the shell, which does not pass it on. */
function isAbandoned() {
  return process.env["npm_lifecycle_event"] !== undefined && process.ppid !== PARENT;
}

/**
 * Ends this process like the child ended: with its exit code, or by the same signal.
 *
 * @param {Outcome} outcome
 */
export function endLike({ code, signal }) {
  if (signal !== null && process.platform !== "win32") {
    process.kill(process.pid, signal);
    return;
  }
  process.exitCode = code ?? 1;
}
