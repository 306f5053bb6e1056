import { readFile } from "node:fs/promises";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { join } from "node:path";

import { expect } from "chai";

import { RpcClient } from "../../src/foundation/chain/rpc-client.js";
import { DaoMigration } from "../../src/index.js";
import type { MigrationResult } from "../../src/foundation/result/result.js";
import { daoMigrate } from "../interfaces/cli/command.js";
import { inTemporaryFolder } from "../temporary-folder.js";
import { startAnvil, withNode, type TestNode } from "./nodes.js";
import { expectAsInProcess, migrate, reference, withOutput } from "./support.js";

const socketUrl = (node: TestNode) => node.url.replace("http:", "ws:");

/** Runs with a proxy that passes bytes on to a node, and cuts each connection after this many. */
async function withCuts(
  node: TestNode,
  bytes: number,
  run: (url: string, connections: () => number) => Promise<void>,
): Promise<void> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    const upstream = connect(Number(new URL(node.url).port), "127.0.0.1");
    let passed = 0;
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      open.add(from);
      from.on("error", () => {});
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.on("data", (data) => {
        to.write(data);
        passed += data.length;
        if (passed > bytes) from.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    await run(`ws://127.0.0.1:${port}`, () => connections);
  } finally {
    for (const socket of open) socket.destroy();
    server.close();
  }
}

describe("migrating over a WebSocket", () => {
  it("the command migrates base and DAO, and ends", async () => {
    await withNode(startAnvil(), async (node) => {
      await inTemporaryFolder(async (folder) => {
        const run = await daoMigrate(["-d", "-p", socketUrl(node)], { cwd: folder });
        expect(run.code, run.stderr).to.equal(0);
        const text = await readFile(join(folder, "migration.json"), "utf8");
        const { base, dao } = JSON.parse(text) as MigrationResult;
        for (const address of [base?.GenesisProtocol, dao?.Avatar, dao?.Controller]) {
          const params = [address, "latest"];
          const code = await node.provider.request({ method: "eth_getCode", params });
          expect(code).to.have.length.above(100);
        }
      });
    });
  });

  it("the command takes the address from DAO_MIGRATE_PROVIDER, and the library from its options", async () => {
    await withNode(startAnvil(), async (node) => {
      await inTemporaryFolder(async (folder) => {
        const env = { DAO_MIGRATE_PROVIDER: socketUrl(node) };
        const run = await daoMigrate(["base", "-d"], { cwd: folder, env });
        expect(run.code, run.stderr).to.equal(0);
        const { dao } = await DaoMigration.migrateDAO({
          provider: socketUrl(node),
          output: join(folder, "migration.json"),
          force: false,
          quiet: true,
        });
        const params = [dao?.Avatar, "latest"];
        const code = await node.provider.request({ method: "eth_getCode", params });
        expect(code).to.have.length.above(100);
      });
    });
  });

  it("gives the same result through connections that are cut again and again", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        await withCuts(node, 300_000, async (url, connections) => {
          await migrate(node, { provider: new RpcClient(url, { backoff: 10 }), output });
          expect(connections()).to.be.above(4);
        });
        await expectAsInProcess(node, output, await reference(node.mnemonic));
      });
    });
  });
});
