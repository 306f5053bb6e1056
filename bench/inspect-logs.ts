import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { getAddress, id, toBeHex } from "ethers";

import { LogSource } from "../src/foundation/chain/logs/log-source.js";
import { RpcClient } from "../src/foundation/chain/rpc-client.js";

/*
 * Reads the events of a token with many holders from a node in another process, which returns at most 2,000 blocks and
 * 10,000 logs at a time. Then reads them again with final logs cached, and then the holders' balances. Each size is
 * twice the previous one, in blocks, logs and holders.
 */

const SIZES = [25_000, 50_000, 100_000];
const MOST_BLOCKS = 2_000;
const MOST_LOGS = 10_000;
/** Blocks per log: 100,000 logs span ten million blocks, four years of mainnet. */
const BLOCKS_TO_A_LOG = 100;
const LOGS_TO_A_HOLDER = 10;

const TOKEN = getAddress(`0x${"70".repeat(20)}`);
const TRANSFER = id("Transfer(address,address,uint256)");
const ZERO = toBeHex(0, 32);

const quantity = (number: number): string => `0x${number.toString(16)}`;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The node. It computes its answers, so that it takes little time itself. */
function answer(call: Call, logs: number): unknown {
  const head = logs * BLOCKS_TO_A_LOG;
  if (call.method === "eth_chainId") return "0x1";
  if (call.method === "eth_call") return ZERO;
  if (call.method === "eth_getBlockByNumber") {
    const tag = String(call.params[0]);
    const number = tag === "finalized" ? head - 64 : Number(tag);
    const logsBloom = `0x${"00".repeat(256)}`;
    // Headers without a logs bloom: whether the node has old logs is not part of the measurement.
    return { number: quantity(number), hash: id(String(number)), logsBloom, transactions: [] };
  }
  const [{ fromBlock, toBlock }] = call.params as [{ fromBlock: string; toBlock: string }];
  const [from, to] = [Number(fromBlock), Number(toBlock)];
  if (to - from >= MOST_BLOCKS) throw new Error("block range is too wide");
  const found = [];
  const first = Math.ceil(from / BLOCKS_TO_A_LOG);
  for (let index = first; index * BLOCKS_TO_A_LOG <= to && index < logs; index++) {
    const holder = 1 + (index % (logs / LOGS_TO_A_HOLDER));
    found.push({
      address: TOKEN.toLowerCase(),
      topics: [TRANSFER, ZERO, toBeHex(holder, 32)],
      data: toBeHex(index, 32),
      blockNumber: quantity(index * BLOCKS_TO_A_LOG),
      logIndex: "0x0",
      transactionHash: toBeHex(index + 1, 32),
    });
  }
  if (found.length > MOST_LOGS) throw new Error(`query returned more than ${MOST_LOGS} results`);
  return found;
}

function serve(): void {
  let logs = 0;
  let requests = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests++;
      const calls = JSON.parse(body) as Call | Call[];
      const answers = [calls].flat().map((call) => {
        try {
          return { jsonrpc: "2.0", id: call.id, result: answer(call, logs) };
        } catch (error) {
          const { message } = error as Error;
          return { jsonrpc: "2.0", id: call.id, error: { code: -32000, message } };
        }
      });
      response.end(JSON.stringify(Array.isArray(calls) ? answers : answers[0]));
    });
  });
  process.on("message", (wanted: number) => {
    if (wanted > 0) logs = wanted;
    process.send?.({ port: (server.address() as AddressInfo).port, requests });
    requests = 0;
  });
  process.on("disconnect", () => process.exit());
  server.listen(0, "127.0.0.1", () => process.send?.("ready"));
}

async function main(): Promise<void> {
  const node = fork(fileURLToPath(import.meta.url), ["serve"]);
  const told = async (): Promise<{ port: number; requests: number }> =>
    await new Promise((resolve) => node.once("message", resolve));
  await told();
  const tell = async (logs: number) => {
    const answered = told();
    node.send(logs);
    return await answered;
  };
  const cacheDir = await mkdtemp(join(tmpdir(), "inspect-logs-"));
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    const seconds = (performance.now() - started) / 1000;
    return { seconds: seconds.toFixed(1), requests: (await tell(0)).requests };
  };
  try {
    console.log(
      "    logs    blocks  holders  first run        second run       balances         heap  resident",
    );
    for (const logs of SIZES) {
      const { port } = await tell(logs);
      const provider = new RpcClient(`http://127.0.0.1:${port}`);
      const to = logs * BLOCKS_TO_A_LOG;
      const filter = { address: TOKEN, topics: [TRANSFER] };
      const options = { cacheDir: join(cacheDir, String(logs)), stateDir: cacheDir };
      let found: Awaited<ReturnType<LogSource["read"]>> = [];
      const look = async () => {
        found = await new LogSource(provider, { from: 0, to }, options).read(filter);
        if (found.length !== logs) throw new Error(`${found.length} of ${logs} logs`);
      };
      const first = await timed(look);
      global.gc?.();
      const { heapUsed, rss } = process.memoryUsage();
      const second = await timed(look);
      const holders = new Set(found.map(({ topics }) => topics[2]!));
      const balances = await timed(
        async () =>
          await Promise.all(
            [...holders].map(async (holder) => {
              const call = { to: TOKEN, data: `0x70a08231${holder.slice(2)}` };
              const params = [call, quantity(to)];
              return await provider.request({ method: "eth_call", params });
            }),
          ),
      );
      const cell = ({ seconds, requests }: typeof first) =>
        `${seconds.padStart(5)} s ${String(requests).padStart(5)} req`;
      console.log(
        [
          String(logs).padStart(8),
          String(to).padStart(9),
          String(holders.size).padStart(8),
          ...[first, second, balances].map((each) => ` ${cell(each)}`),
          `${Math.round(heapUsed / 2 ** 20)} MiB`.padStart(8),
          `${Math.round(rss / 2 ** 20)} MiB`.padStart(9),
        ].join(" "),
      );
    }
  } finally {
    node.disconnect();
    await rm(cacheDir, { recursive: true });
  }
}

if (process.argv[2] === "serve") serve();
else await main();
