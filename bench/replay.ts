import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { TestChain } from "../fixtures/test-chain.js";
import type { TestChainOptions } from "../src/test-chain/options.js";

/*
 * A persisted chain: how many transactions per second it accepts, one by one (each on the disk before the answer) and a
 * hundred at once (committed together); how many per second the next start replays; and how large a chain is that was
 * reset thousands of times.
 */

const TRANSACTIONS = Number(process.argv[2] ?? 5_000);
/** How many transactions per second a start must replay at least. */
const WANTED = 1_000;
const RESETS = 5_000;
/** The longest acceptable start of a chain that was reset that often, in seconds. */
const LONGEST = 1;

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

  const replayed = Math.round(TRANSACTIONS / ((await timeOfStart()) - empty));
  console.log(`at the start   ${replayed} transactions a second (goal: ${WANTED})`);
  if (replayed < WANTED) process.exitCode = 1;

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
  const seconds = await timeOfStart(reset);
  console.log(
    `after ${RESETS} resets: starts in ${seconds.toFixed(2)} s (goal: ${LONGEST}), ${await size()} KB`,
  );
  if (seconds > LONGEST) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

/** Seconds until the chain is ready; the first start migrates, so it runs twice. */
async function timeOfStart(chosen: TestChainOptions = options): Promise<number> {
  let seconds = 0;
  for (let run = 0; run < 2; run++) {
    const start = performance.now();
    const chain = TestChain.provider(chosen);
    await chain.result();
    seconds = (performance.now() - start) / 1000;
    await chain.close();
  }
  return seconds;
}

async function rate(count: number, atOnce: number, send: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let sent = 0; sent < count; sent += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, send));
  }
  return Math.round(count / ((performance.now() - start) / 1000));
}
