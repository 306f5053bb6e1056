import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { toQuantity, ZeroAddress } from "ethers";

import { encodeCall, functionEntry } from "../src/foundation/arc/abi.js";
import { RpcClient } from "../src/foundation/chain/rpc-client.js";
import { inspectDao } from "../src/engine/inspect/inspect-dao.js";
import { SMALL_DAO, withBase } from "../test/engine/migration/with-base.js";

/*
 * All of inspectDao on a DAO with many proposals, from a node in another process that returns logs of at most 2,000
 * blocks at a time; then again, with final logs cached. Each size is twice the previous one, in proposals, votes and
 * blocks.
 */

const SIZES = [500, 1000, 2000];
const MOST_BLOCKS = 2_000;
const BLOCKS_TO_A_PROPOSAL = 100;
/** One of four proposals is decided, by three votes; the others have one vote. */
const DECIDED = 4;
const VOTERS = 3;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: unknown[];
}

/** Serves a chain with a DAO and its proposals over HTTP until the parent process is done. */
async function serve(proposals: number): Promise<void> {
  await withBase("rc.57", async (chain) => {
    const { provider } = chain.connection;
    const accounts = chain.deployer.testAccounts;
    const { dao } = await chain.make({
      ...SMALL_DAO,
      founders: accounts
        .slice(0, VOTERS)
        .map((address) => ({ address, tokens: 1, reputation: 1000 })),
      schemes: { ContributionReward: true },
    });
    const request = async (method: string, params: unknown[] = []): Promise<unknown> =>
      await provider.request({ method, params });
    const send = async (
      from: string,
      to: string,
      contract: string,
      name: string,
      args: unknown[],
    ) => {
      const data = encodeCall(functionEntry(chain.release.artifact(contract), name), args);
      return await request("eth_sendTransaction", [{ from, to, data }]);
    };
    const scheme = dao.Schemes[0]!.address;
    const machine = chain.base.GenesisProtocol;
    for (let made = 0; made < proposals; made++) {
      const rewards = [1n, 2n, 0n, 0n, 1n];
      const asked = [dao.Avatar, `reward ${made}`, 3n, rewards, ZeroAddress, accounts[9]];
      const hash = await send(
        accounts[0]!,
        scheme,
        "ContributionReward",
        "proposeContributionReward",
        asked,
      );
      const receipt = (await request("eth_getTransactionReceipt", [hash])) as {
        readonly logs: readonly { readonly topics: readonly string[] }[];
      };
      const id = receipt.logs[0]!.topics[1];
      for (const voter of accounts.slice(0, made % DECIDED === 0 ? VOTERS - 1 : 1)) {
        await send(voter, machine, "GenesisProtocol", "vote", [id, 1n, 0n, voter]);
      }
      await request("hardhat_mine", [toQuantity(BLOCKS_TO_A_PROPOSAL)]);
    }
    const head = String(await request("eth_blockNumber"));
    let requests = 0;
    let calls = 0;
    const answer = async ({ id, method, params = [] }: Call) => {
      calls++;
      const [filter] = params as [{ fromBlock: string; toBlock: string }];
      const blocks =
        method === "eth_getLogs" ? Number(filter.toBlock) - Number(filter.fromBlock) : 0;
      if (blocks >= MOST_BLOCKS) {
        return { jsonrpc: "2.0", id, error: { code: -32000, message: "block range is too wide" } };
      }
      try {
        // The state of the last block is only available as `latest`.
        const last = params.map((each) => (each === head ? "latest" : each));
        const asked = method === "eth_getLogs" ? params : last;
        return { jsonrpc: "2.0", id, result: await request(method, asked) };
      } catch (error) {
        const { message, code = -32000 } = error as { message: string; code?: number };
        return { jsonrpc: "2.0", id, error: { code, message } };
      }
    };
    const server = createServer((incoming, response) => {
      void text(incoming).then(async (body) => {
        requests++;
        const asked = JSON.parse(body) as Call | Call[];
        const answers = await Promise.all([asked].flat().map(answer));
        response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
      });
    });
    const over = new Promise<void>((resolve) => process.once("disconnect", resolve));
    process.on("message", () => {
      process.send?.({ requests, calls });
      [requests, calls] = [0, 0];
    });
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      process.send?.({ port, avatar: dao.Avatar, blocks: Number(head) });
    });
    await over;
    server.closeAllConnections();
    server.close();
  });
}

async function look(size: number): Promise<void> {
  const node = fork(fileURLToPath(import.meta.url), ["serve", String(size)]);
  const told = async <Told>(): Promise<Told> =>
    await new Promise((resolve) => node.once("message", resolve as (message: unknown) => void));
  const cacheDir = await mkdtemp(join(tmpdir(), "inspect-proposals-"));
  try {
    const { port, avatar, blocks } = await told<{ port: number; avatar: string; blocks: number }>();
    const timed = async () => {
      const provider = new RpcClient(`http://127.0.0.1:${port}`);
      const started = performance.now();
      const cpu = process.cpuUsage();
      const { proposals, owes } = await inspectDao(provider, avatar, { cacheDir });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const { user, system } = process.cpuUsage(cpu);
      const own = ((user + system) / 1e6).toFixed(1);
      if ("notRead" in proposals || "notRead" in owes) throw new Error("not read");
      if (proposals.length !== size) throw new Error(`${proposals.length} of ${size} proposals`);
      const answered = told<{ requests: number; calls: number }>();
      node.send("count");
      const { requests, calls } = await answered;
      return ` ${seconds.padStart(6)} s ${own.padStart(5)} s CPU ${String(requests).padStart(5)} req ${String(calls).padStart(6)} calls`;
    };
    const first = await timed();
    global.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    console.log(
      String(size).padStart(9),
      String(blocks).padStart(8),
      first,
      await timed(),
      `${Math.round(heapUsed / 2 ** 20)} MiB`.padStart(8),
      `${Math.round(rss / 2 ** 20)} MiB`.padStart(9),
    );
  } finally {
    node.disconnect();
    await rm(cacheDir, { recursive: true });
  }
}

if (process.argv[2] === "serve") await serve(Number(process.argv[3]));
else {
  console.log(
    "proposals   blocks   first run                         second run                            heap  resident",
  );
  const sizes = process.argv[2] === undefined ? SIZES : [Number(process.argv[2])];
  for (const size of sizes) await look(size);
}
