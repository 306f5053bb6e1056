import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { TestChain } from "../fixtures/test-chain.js";

/*
 * A persisted chain: how many transactions a second it takes, one by one (each synced to the disk
 * before the answer) and a hundred at once (synced together), and how many a second the next start
 * replays, comparing each block with the persisted one.
 */

const TRANSACTIONS = Number(process.argv[2] ?? 5_000);
/** The least that a start has to replay, in transactions a second. */
const WANTED = 1_000;

const folder = await mkdtemp(join(tmpdir(), "dao-replay-"));
const options = { db: join(folder, "db"), demo: false };
try {
  const empty = await timeOfStart();
  const chain = TestChain.provider(options);
  const ask = async (method: string, ...params: unknown[]) =>
    await chain.request({ method, params });
  const { NativeToken } = (await chain.result()).dao!;
  const [from, to] = (await ask("eth_accounts")) as [string, string];
  // approve(address,uint256): a contract call with a log, as most transactions of a DAO are.
  const data = `0x095ea7b3${to.slice(2).padStart(64, "0")}${"1".padStart(64, "0")}`;
  const send = () => ask("eth_sendTransaction", { from, to: NativeToken, data, gas: "0x186a0" });

  const few = Math.ceil(TRANSACTIONS / 10);
  console.log(`one by one     ${await rate(few, 1, send)} transactions a second`);
  console.log(`100 at once    ${await rate(TRANSACTIONS - few, 100, send)} transactions a second`);
  await chain.close();

  const replayed = Math.round(TRANSACTIONS / ((await timeOfStart()) - empty));
  console.log(`at the start   ${replayed} transactions a second (goal: ${WANTED})`);
  if (replayed < WANTED) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

/** Seconds until the chain is ready; the first start migrates, so it runs twice. */
async function timeOfStart(): Promise<number> {
  let seconds = 0;
  for (let run = 0; run < 2; run++) {
    const start = performance.now();
    const chain = TestChain.provider(options);
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
