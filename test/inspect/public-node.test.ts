import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { expect } from "chai";

import type { Eip1193Provider } from "../../src/chain/provider.js";
import { RpcClient } from "../../src/chain/rpc-client.js";
import { inspectDao } from "../../src/inspect/inspect-dao.js";
import { rejection } from "../rejection.js";
import { migrateDemoTest } from "../../src/migration/demo-test.js";
import { withBase } from "../migration/with-base.js";

const MOST_BLOCKS = 20;

type Request = { readonly method: string; readonly params?: unknown[] };
type Change = (call: Request, count: number) => unknown;

/** Serves a provider over HTTP; `change` may answer or throw instead. Every ninth request fails with 503. */
async function withNode<Result>(
  provider: Eip1193Provider,
  change: Change,
  use: (client: RpcClient) => Promise<Result>,
): Promise<Result> {
  let requests = 0;
  let calls = 0;
  const answer = async (call: Request & { readonly id: number }) => {
    const head = { jsonrpc: "2.0", id: call.id };
    try {
      const changed = change(call, ++calls);
      return { ...head, result: changed ?? (await provider.request(call)) };
    } catch (error) {
      const { message, code = -32000 } = error as { message: string; code?: number };
      return { ...head, error: { code, message } };
    }
  };
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      if (++requests % 9 === 0) return response.writeHead(503).end();
      const asked = JSON.parse(body) as Parameters<typeof answer>[0][];
      const answers = await Promise.all([asked].flat().map(answer));
      return response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await use(new RpcClient(`http://127.0.0.1:${port}`, { backoff: 2 }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const limited: Change = ({ method, params = [] }) => {
  if (method !== "eth_getLogs") return undefined;
  const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
  if (Number(toBlock) - Number(fromBlock) >= MOST_BLOCKS) {
    throw new Error(`exceed maximum block range: ${MOST_BLOCKS}`);
  }
  return undefined;
};

describe("inspectDao on public nodes", function () {
  this.timeout(60_000);
  let cacheDir: string;

  beforeEach(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), "logs-"));
  });
  afterEach(async () => {
    await rm(cacheDir, { recursive: true });
  });

  it("says the same of a node that limits ranges and fails now and then", async () => {
    await withBase("rc.57", async ({ deployer, release, base, connection: { provider } }) => {
      const { Avatar } = await migrateDemoTest(deployer, release, base);
      const wanted = await inspectDao(provider, Avatar);
      const found = await withNode(provider, limited, (node) =>
        inspectDao(node, Avatar, { cacheDir }),
      );
      expect(wanted.block.number).to.be.greaterThan(MOST_BLOCKS);
      expect(JSON.stringify(found)).to.equal(JSON.stringify(wanted));
      expect(JSON.stringify(found)).to.not.include("notRead");
    });
  });

  it("says what is pruned, and nothing instead of it", async () => {
    await withBase("rc.57", async ({ deployer, release, base, connection: { provider } }) => {
      const { Avatar } = await migrateDemoTest(deployer, release, base);
      const pruned: Change = ({ method, params = [] }) => {
        const [filter] = params as [{ fromBlock: string } | undefined];
        if (method !== "eth_getLogs" || Number(filter?.fromBlock) > 30) return undefined;
        throw new Error("history has been pruned for this block");
      };
      const silent: Change = (call) => {
        const [filter] = (call.params ?? []) as [{ fromBlock: string } | undefined];
        return call.method === "eth_getLogs" && Number(filter?.fromBlock) < 60 ? [] : undefined;
      };
      for (const [change, words] of [
        [pruned, /pruned.*archive node/s],
        [silent, /gives no logs of block.*archive node/s],
      ] as const) {
        const told = await withNode(provider, change, (node) =>
          inspectDao(node, Avatar, { cacheDir }).then(
            ({ reputation: { holders } }) => ("notRead" in holders ? holders.notRead : "holders"),
            (error: Error) => error.message,
          ),
        );
        expect(told).to.match(words);
      }
    });
  });

  it("refuses what it read where the block was replaced meanwhile", async () => {
    await withBase("rc.57", async ({ deployer, release, base, connection: { provider } }) => {
      const { Avatar } = await migrateDemoTest(deployer, release, base);
      const { block } = await inspectDao(provider, Avatar);
      let hasLogs = false;
      const replaced: Change = ({ method, params = [] }) => {
        hasLogs ||= method === "eth_getLogs";
        if (!hasLogs || method !== "eth_getBlockByNumber") return undefined;
        if (Number(params[0]) !== block.number) return undefined;
        return { number: params[0], hash: `0x${"0b".repeat(32)}`, timestamp: "0x1" };
      };
      const reading = withNode(provider, replaced, (node) =>
        inspectDao(node, Avatar, { cacheDir }),
      );
      expect((await rejection(reading)).message).to.include("was replaced while it was read");
    });
  });
});
