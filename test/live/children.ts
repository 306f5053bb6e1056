import { spawn } from "node:child_process";

import { compiled } from "../compiled.js";
import { endWithUs } from "../end-with-us.js";
import type { ChildInputs } from "./child.js";
import type { TestNode } from "./nodes.js";
import { ALL, deployerOf, EXAMPLE, ROOT } from "./support.js";

/** A child's timeout in milliseconds. */
const LIMIT = 120_000;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  /** The time from the first line of output to the exit, in milliseconds. */
  readonly milliseconds: number;
}

/**
 * Migrates in a child process.
 * @param killAfter milliseconds after the first line of output at which it is killed
 * @param fileLimit maximum size of a file in KiB, to simulate a full disk
 */
export async function migrateInChild(
  node: TestNode,
  inputs: Partial<ChildInputs> & { readonly output: string },
  killAfter = LIMIT,
  fileLimit?: number,
): Promise<Ending> {
  const all: ChildInputs = {
    url: node.url,
    privateKey: deployerOf(node.mnemonic).privateKey,
    mnemonic: node.mnemonic,
    sections: ALL,
    params: EXAMPLE,
    ...inputs,
  };
  const command = [process.execPath, compiled("test/live/child.ts"), JSON.stringify(all)];
  const limited = `trap '' XFSZ; ulimit -f ${fileLimit}; exec "$0" "$@"`;
  const [first = "", ...args] =
    fileLimit === undefined ? command : ["bash", "-c", limited, ...command];
  const child = endWithUs(spawn(first, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] }));
  let output = "";
  let start = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const kill = () => child.kill("SIGKILL");
  const limit = setTimeout(kill, LIMIT);
  const take = (chunk: Buffer) => {
    if (output === "") {
      start = performance.now();
      timer = setTimeout(kill, killAfter);
    }
    output += chunk.toString();
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  return await new Promise<Ending>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      clearTimeout(limit);
      resolve({ code, signal, output, milliseconds: performance.now() - start });
    });
  });
}
