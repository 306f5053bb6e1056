import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { toQuantity } from "ethers";

import type { SimulatedNetwork } from "../../src/foundation/chain/edr/config.js";
import { ask, type Eip1193Provider } from "../../src/foundation/chain/provider.js";
import { RpcError } from "../../src/foundation/chain/rpc-error.js";
import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { TEST_MNEMONIC } from "../../src/foundation/chain/test-accounts.js";
import { endWithUs } from "../end-with-us.js";
import { freePort } from "../free-port.js";
import { accountsOf, openChain } from "../simulated-chain.js";

/** Timeouts for the start and the end of a node, in milliseconds. */
const START = 60_000;
const END = 5_000;
/** The number of characters of a node's output that are stored. */
const KEPT = 20_000;

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ROOT = join(FOLDER, "../..");
export const HARDHAT_MNEMONIC = "test test test test test test test test test test test junk";

/** A chain to migrate to. */
export interface TestChain {
  readonly provider: Eip1193Provider;
  /** The mnemonic of the accounts with funds. */
  readonly mnemonic: string;
  readonly stop: () => Promise<void>;
}

/** A node in a process of its own. */
export interface TestNode extends TestChain {
  readonly url: string;
  readonly provider: RpcClient;
  /** Returns the end of its output. */
  readonly output: () => string;
}

/**
 * Opens a chain in this process, with eleven accounts, for tests in which no process, connection or pool of a node
 * counts: it costs less than anvil.
 */
export async function startHere(
  config: SimulatedNetwork = {},
  mnemonic = TEST_MNEMONIC,
): Promise<TestChain> {
  const chain = await openChain({
    ...{ accounts: accountsOf(mnemonic, 11), allowBlocksWithSameTimestamp: true },
    // As a node: a transaction that fails is mined, and its sender gets the hash.
    ...{ throwOnTransactionFailures: false, ...config },
  });
  const provider: Eip1193Provider = {
    async request(call) {
      return await chain.provider
        .request(call)
        .catch((error: { code?: number; message?: string; data?: unknown }) => {
          throw new RpcError(call.method, error);
        });
    },
  };
  return { provider, mnemonic, stop: async () => await chain.close() };
}

/** Starts anvil, which mines each transaction at once unless its arguments say otherwise. */
export async function startAnvil(
  args: readonly string[] = [],
  mnemonic = TEST_MNEMONIC,
): Promise<TestNode> {
  const all = ["--port", "0", "--mnemonic", mnemonic, ...args];
  return await started(anvilPath(), all, mnemonic);
}

/** The same with anvil's methods for reorganizations, if each block has one transaction and they come one by one. */
export async function startReorganizing(): Promise<TestChain> {
  const chain = await startHere();
  const { provider } = chain;
  const snapshots: unknown[] = [];
  const request: Eip1193Provider["request"] = async ({ method, params = [] }) => {
    if (method === "eth_sendRawTransaction") snapshots.push(await ask(provider, "evm_snapshot"));
    if (method !== "anvil_rollback" && method !== "anvil_reorg")
      return await provider.request({ method, params });
    const depth = Number(params[0]);
    await ask(provider, "evm_revert", snapshots.splice(-depth)[0]);
    if (method === "anvil_reorg") await ask(provider, "hardhat_mine", toQuantity(depth));
    return null;
  };
  return { ...chain, provider: { request } };
}

export async function startGanache(options: object = {}): Promise<TestNode> {
  const wallet = { mnemonic: TEST_MNEMONIC };
  const settings = { wallet, ...options, port: await freePort() };
  const args = [join(FOLDER, "ganache.mjs"), JSON.stringify(settings)];
  return await started(process.execPath, args, TEST_MNEMONIC);
}

export async function startHardhatNode(): Promise<TestNode> {
  const cli = join(ROOT, "node_modules/hardhat/dist/src/cli.js");
  const args = [cli, "node", "--hostname", "127.0.0.1", "--port", "0"];
  return await started(process.execPath, args, HARDHAT_MNEMONIC);
}

/** Runs with a chain and stops it afterwards; failures include a node's output. */
export async function withNode<Result, Node extends TestChain>(
  starting: Promise<Node>,
  run: (node: Node) => Promise<Result>,
): Promise<Result> {
  const node = await starting;
  try {
    return await run(node);
  } catch (error) {
    if (error instanceof Error && "output" in node)
      error.message += `\nThe node's last output:\n${tail((node as unknown as TestNode).output())}`;
    throw error;
  } finally {
    await node.stop();
  }
}

function anvilPath(): string {
  const own = join(FOLDER, "node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil");
  // Not on 64-bit Linux, or the packages of this folder are not installed.
  return existsSync(own) ? own : "anvil";
}

async function started(
  command: string,
  args: readonly string[],
  mnemonic: string,
): Promise<TestNode> {
  const child = endWithUs(spawn(command, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] }));
  let output = "";
  const listening = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`${command} did not listen within ${START / 1000} s.\n${output}`));
    }, START);
    const take = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-KEPT);
      const port = /127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(
        new Error(
          `${command} could not be started: ${error.message}. Anvil comes with \`npm ci --prefix test/live\`.`,
        ),
      );
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`${command} ended with exit code ${code}.\n${tail(output)}`));
    });
  });
  const stop = async () => await ended(child);
  try {
    const url = await listening;
    const provider = new RpcClient(url);
    return { url, provider, mnemonic, output: () => output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends a process that we started. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), END);
  await exit;
  clearTimeout(timer);
}

function tail(text: string): string {
  return text.slice(-600);
}
