import { spawn, type ChildProcess } from "node:child_process";

import { expect } from "chai";

import { testChainMain } from "../../../src/interfaces/cli/test-chain-main.js";
import { compiled } from "../../compiled.js";
import { endWithUs } from "../../end-with-us.js";
import { runHere } from "../../run-here.js";
import { inTemporaryFolder } from "../../temporary-folder.js";

const PROGRAM = compiled("src/interfaces/cli/test-chain.ts");
const TIMEOUT = 120_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly milliseconds: number;
}

/** `dao-test-chain`, compiled from the sources, in a separate process. */
export class ChainProcess {
  stdout = "";
  stderr = "";
  readonly #child: ChildProcess;
  readonly #ended: Promise<Omit<Ended, "milliseconds">>;

  /** Inherited DAO_TEST_CHAIN_ variables are removed. */
  constructor(cwd: string, args: readonly string[]) {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith("DAO_TEST_CHAIN_"));
    this.#child = endWithUs(
      spawn(process.execPath, [PROGRAM, ...args], {
        cwd,
        env: Object.fromEntries(own),
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
    this.#child.stdout!.setEncoding("utf8").on("data", (text: string) => (this.stdout += text));
    this.#child.stderr!.setEncoding("utf8").on("data", (text: string) => (this.stderr += text));
    this.#ended = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => resolve({ code, signal }));
    });
  }

  /** Waits for the ready line and returns its address. */
  async ready(): Promise<string> {
    const found = await this.printed(/^Listening on (\S+:\d+)$/m);
    return found[1]!;
  }

  /** Waits for output that matches a pattern. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (const end = Date.now() + TIMEOUT; Date.now() < end;) {
      const found = pattern.exec(this.stdout);
      if (found !== null) return found;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`It did not print ${String(pattern)}:\n${this.stdout}\n${this.stderr}`);
  }

  async ask(method: string, ...params: unknown[]): Promise<unknown> {
    const url = `http://${await this.ready()}`;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(url, { method: "POST", body });
    const { result, error } = (await response.json()) as { result?: unknown; error?: object };
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  }

  /** Sends a signal and returns how the process ended. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Ended> {
    const start = performance.now();
    this.#child.kill(signal);
    return { ...(await this.ended()), milliseconds: performance.now() - start };
  }

  async ended(): Promise<Omit<Ended, "milliseconds">> {
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), TIMEOUT);
    try {
      return await this.#ended;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Runs with a started chain and always stops it afterwards. */
export async function withChain<Result>(
  cwd: string,
  args: readonly string[],
  use: (chain: ChainProcess) => Promise<Result>,
): Promise<Result> {
  const chain = new ChainProcess(cwd, args);
  try {
    return await use(chain);
  } finally {
    await chain.stop("SIGKILL");
  }
}

/**
 * Starts a chain with arguments that it refuses, in this process: as quick as ten in processes of their own.
 * @param folder where; default: one of its own
 * @returns its exit code and standard error
 */
export async function refused(
  args: readonly string[],
  env: Record<string, string> = {},
  folder?: string,
): Promise<{ readonly code: number | undefined; readonly text: string }> {
  if (folder === undefined)
    return await inTemporaryFolder(async (own) => await refused(args, env, own));
  const inherited = Object.keys(process.env).filter((name) => name.startsWith("DAO_TEST_CHAIN_"));
  const without = Object.fromEntries(inherited.map((name) => [name, undefined]));
  const run = await runHere(async () => await testChainMain(args), {
    cwd: folder,
    env: { ...without, ...env },
  });
  if (run.error !== undefined) throw run.error as Error;
  expect(run.stdout).not.to.contain("Listening");
  return { code: run.result, text: run.stderr };
}
