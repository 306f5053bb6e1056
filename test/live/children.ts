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
}

/**
 * Migrates in a child process.
 * @param fileLimit maximum size of a file in KiB, to simulate a full disk
 */
export async function migrateInChild(
  node: TestNode,
  inputs: Partial<ChildInputs> & { readonly output: string },
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
  const limit = setTimeout(() => child.kill("SIGKILL"), LIMIT);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  return await new Promise<Ending>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(limit);
      resolve({ code, signal, output });
    });
  });
}
