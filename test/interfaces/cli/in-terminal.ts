import { spawn } from "node:child_process";

import { endWithUs } from "../../end-with-us.js";
import { COMMAND } from "./command.js";

export interface TerminalRun {
  /** All output to the terminal, including control sequences. */
  readonly shown: string;
  readonly code: number | null;
}

/** A running command in a pseudo terminal. */
export interface RunningInTerminal {
  /** Waits for output that matches, after the previous match. */
  shows(pattern: RegExp): Promise<void>;
  /** Types keys, such as `y\r`, or `\x03` for Ctrl-C. */
  type(keys: string): void;
}

const TIMEOUT = 120_000;

/**
 * Runs dao-migrate in a pseudo terminal, created by the `script` of util-linux or BSD.
 * @param use what the user does meanwhile
 */
export async function inTerminal(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
  use: (running: RunningInTerminal) => Promise<void>,
): Promise<TerminalRun> {
  const command = [process.execPath, COMMAND, ...args];
  const script =
    process.platform === "linux"
      ? ["-qefc", command.map(quoted).join(" "), "/dev/null"]
      : ["-q", "/dev/null", ...command];
  const child = endWithUs(
    spawn("script", script, {
      cwd: options.cwd,
      env: { ...process.env, TERM: "xterm", ...options.env },
      stdio: ["pipe", "pipe", "inherit"],
      timeout: TIMEOUT,
    }),
  );
  let shown = "";
  let seen = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => (shown += text));
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  await use({
    async shows(pattern) {
      for (const end = Date.now() + TIMEOUT; Date.now() < end;) {
        const found = pattern.exec(shown.slice(seen));
        if (found !== null) {
          seen += found.index + found[0].length;
          return;
        }
        if (child.exitCode !== null) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`The terminal does not show ${String(pattern)}:\n${shown}`);
    },
    type: (keys) => child.stdin.write(keys),
  });
  const code = await ended;
  return { shown, code };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
