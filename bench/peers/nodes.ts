import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { TEST_MNEMONIC } from "../../src/foundation/chain/test-mnemonic.js";
import { endWithUs } from "../../test/end-with-us.js";
import { freePort } from "../../test/free-port.js";
import { ended } from "../../test/live/nodes.js";
import type { Peers } from "./projects.js";

/** Limit until a node answers, in milliseconds. */
const LIMIT = 60_000;

/** A node that can be started. */
export interface NodeProgram {
  readonly name: string;
  readonly folder: string;
  readonly command: string;
  readonly args: (port: number) => readonly string[];
}

/** A running node. */
export interface RunningNode {
  readonly port: number;
  /** From the start of the process to its first answer, in milliseconds. */
  readonly started: number;
  /** Resident memory in MB. */
  readonly memory: () => number;
}

/** The compared nodes; ours has base, DAO and demo test, the others are empty. */
export function nodePrograms({ ours, ignition, ganache }: Peers): readonly NodeProgram[] {
  const node = process.execPath;
  const anvil = join(
    import.meta.dirname,
    "../../test/live/node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil",
  );
  return [
    {
      name: "dao-test-chain",
      folder: ours.folder,
      command: node,
      args: (port) => [
        "node_modules/hardhat-dao-migration/dist/src/interfaces/cli/test-chain.js",
        ...["--port", String(port), "--quiet"],
      ],
    },
    {
      name: "hardhat node",
      folder: ignition.folder,
      command: node,
      args: (port) => ["node_modules/hardhat/dist/src/cli.js", "node", "--port", String(port)],
    },
    {
      name: "ganache",
      folder: ganache.folder,
      command: node,
      args: (port) => [
        "node_modules/ganache/dist/node/cli.js",
        ...["--server.port", String(port), "--wallet.mnemonic", TEST_MNEMONIC, "--logging.quiet"],
      ],
    },
    {
      name: "anvil",
      folder: ganache.folder,
      command: existsSync(anvil) ? anvil : "anvil",
      args: (port) => ["--port", String(port), "--mnemonic", TEST_MNEMONIC, "--silent"],
    },
  ];
}

/** Starts a node, waits until it answers, and ends it after use. */
export async function withProgram<Result>(
  { name, folder, command, args }: NodeProgram,
  use: (node: RunningNode) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const start = performance.now();
  const child = endWithUs(spawn(command, [...args(port)], { cwd: folder, stdio: "ignore" }));
  try {
    while (!(await answers(port))) {
      if (performance.now() - start > LIMIT || child.exitCode !== null) {
        throw new Error(`${name} does not answer.`);
      }
      await sleep(2);
    }
    const started = performance.now() - start;
    return await use({ port, started, memory: () => residentMegabytes(child.pid ?? 0) });
  } finally {
    await ended(child);
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}';
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`http://127.0.0.1:${port}`, { method: "POST", body, headers });
    return response.ok;
  } catch {
    return false;
  }
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}
