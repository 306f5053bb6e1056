import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { TestChain } from "../fixtures/test-chain.js";
import { median } from "./recorded.js";
import type { TestChainOptions } from "../src/test-chain/options.js";

/*
 * A persisted chain: how many transactions per second it accepts, one by one (each on the disk before the answer) and a
 * hundred at once (committed together); and how long the next start takes, compared with that of a chain without
 * transactions, also for a chain that was reset thousands of times.
 */

const TRANSACTIONS = Number(process.argv[2] ?? 10_000);
const RESETS = 3_000;
/** How many times as long as an empty chain's start those of the others may take. */
const GOALS = { transactions: 2.5, resets: 1.5 };
const STARTS = 5;

const folder = await mkdtemp(join(tmpdir(), "dao-replay-"));
const options = { db: join(folder, "db"), demo: false };
try {
  const empty = await timeOfStart();
  const chain = TestChain.provider(options);
  const ask = async (method: string, ...params: unknown[]) =>
    await chain.request({ method, params });
  const { NativeToken } = (await chain.result()).dao!;
  const [from, to] = (await ask("eth_accounts")) as [string, string];
  // approve(address,uint256): a contract call with a log, like most transactions of a DAO.
  const data = `0x095ea7b3${to.slice(2).padStart(64, "0")}${"1".padStart(64, "0")}`;
  const send = () => ask("eth_sendTransaction", { from, to: NativeToken, data, gas: "0x186a0" });

  const few = Math.ceil(TRANSACTIONS / 10);
  console.log(`one by one     ${await rate(few, 1, send)} transactions a second`);
  console.log(`100 at once    ${await rate(TRANSACTIONS - few, 100, send)} transactions a second`);
  await chain.close();

  report(`with ${TRANSACTIONS} transactions`, await timeOfStart(), GOALS.transactions);

  const reset = { ...options, db: join(folder, "reset") };
  const other = TestChain.provider(reset);
  await other.result();
  const size = async () => (await stat(join(reset.db, "chain.sqlite"))).size / 1024;
  const request = async (method: string, ...params: unknown[]) =>
    await other.request({ method, params });
  for (let round = 0; round < RESETS; round++) {
    const snapshot = await request("evm_snapshot");
    await request("eth_sendTransaction", { from, to, value: "0x1", gas: "0x5208" });
    await request("evm_revert", snapshot);
  }
  await other.close();
  report(`after ${RESETS} resets, ${await size()} KB`, await timeOfStart(reset), GOALS.resets);

  function report(what: string, seconds: number, goal: number): void {
    const times = (seconds / empty).toFixed(1);
    console.log(
      `${what}: starts in ${seconds.toFixed(2)} s, ${times} times an empty one (goal: ${goal})`,
    );
    if (seconds / empty > goal) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true });
}

/** Seconds until the chain is ready, as a median; the first start migrates and does not count. */
async function timeOfStart(chosen: TestChainOptions = options): Promise<number> {
  const seconds: number[] = [];
  for (let run = 0; run <= STARTS; run++) {
    const start = performance.now();
    const chain = TestChain.provider(chosen);
    await chain.result();
    if (run > 0) seconds.push((performance.now() - start) / 1000);
    await chain.close();
  }
  return median(seconds);
}

async function rate(count: number, atOnce: number, send: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let sent = 0; sent < count; sent += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, send));
  }
  return Math.round(count / ((performance.now() - start) / 1000));
}
