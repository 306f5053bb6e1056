import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { getAddress, toBeHex, Transaction } from "ethers";

import type { Eip1193Provider } from "../src/foundation/chain/provider.js";
import { migrateLive } from "../src/operations/run/live.js";
import { packageFile } from "../src/foundation/support/package.js";
import type { Section } from "../src/operations/run/prepare.js";
import { RpcClient } from "../src/foundation/chain/rpc-client.js";
import { withProxy } from "../test/live/faulty-proxy.js";
import { startAnvil, type TestNode } from "../test/live/nodes.js";
import { usedBlocks } from "../test/live/used-blocks.js";
import { median } from "./recorded.js";

/*
 * Base, the example DAO and the demo test on anvil with one block per second. Compares the whole migration with sending
 * the same signed transactions one by one, each when the previous one is mined, as the predecessor does. Before that,
 * measures its parts on an anvil that mines at once.
 */

const SECTIONS: readonly (readonly Section[])[] = [["base", "dao"], ["test"]];
const RUNS = 5;

/** A request that changes the chain. */
interface Change {
  readonly method: string;
  readonly params: unknown[];
}

async function migrate(
  { provider }: { provider: Eip1193Provider },
  output: string,
  sections: readonly Section[],
  onRehearsed?: () => void,
  params: string | object = packageFile("migration-params.json"),
  onChecking?: () => void,
): Promise<void> {
  await migrateLive({
    check: onChecking !== undefined,
    onEvent: ({ type }) => {
      if (type === "checking") onChecking?.();
    },
    provider,
    sections,
    output,
    params,
    projectRoot: process.cwd(),
    confirm: async () => {
      onRehearsed?.();
      return await Promise.resolve(true);
    },
  });
}

/** The example DAO with 500 founders. */
async function manyFounders(useDaoCreator: boolean): Promise<object> {
  const example = JSON.parse(
    await readFile(packageFile("migration-params.json"), "utf8"),
  ) as object;
  const founders = Array.from({ length: 500 }, (_, index) => ({
    address: getAddress(toBeHex(0x1000 + index, 20)),
    tokens: 1000 + index,
    reputation: 1000 - index,
  }));
  return { ...example, useDaoCreator, founders };
}

/** Forwards and counts requests, and records those that change the chain. */
function recording(provider: Eip1193Provider) {
  const counts = new Map<string, number>();
  const changes: Change[] = [];
  const recorder: Eip1193Provider = {
    async request({ method, params = [] }) {
      counts.set(method, (counts.get(method) ?? 0) + 1);
      const changing = method === "eth_sendRawTransaction" || method.startsWith("evm_");
      if (changing) changes.push({ method, params });
      return await provider.request({ method, params });
    },
  };
  return { recorder, counts, changes };
}

/** Base and DAO with one block per second, with requests counted at the HTTP level, where a batch is one. */
async function requestsOverHttp(node: TestNode, folder: string): Promise<string> {
  let http = 0;
  let calls = 0;
  await withProxy(
    node.url,
    () => void calls++,
    async (url) => {
      const output = join(folder, "migration.json");
      await migrate({ provider: new RpcClient(url) }, output, ["base", "dao"]);
    },
    () => void http++,
  );
  return `${http} over HTTP, with ${calls} calls in them`;
}

/** Sends transactions one by one, each after the previous one is mined. */
async function oneByOne({ provider }: TestNode, changes: readonly Change[]): Promise<void> {
  for (const { method, params } of changes) {
    await provider.request({ method, params });
    if (method !== "eth_sendRawTransaction") continue;
    const { hash } = Transaction.from(params[0] as string);
    const receipt = async () =>
      await provider.request({ method: "eth_getTransactionReceipt", params: [hash] });
    while ((await receipt()) === null) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function withAnvil<Result>(
  args: readonly string[],
  run: (node: TestNode, folder: string) => Promise<Result>,
): Promise<Result> {
  const node = await startAnvil(args);
  const folder = await mkdtemp(join(tmpdir(), "dao-migration-bench-"));
  try {
    return await run(node, folder);
  } finally {
    await node.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function figures(node: TestNode, work: () => Promise<unknown>): Promise<string> {
  const blocks = await usedBlocks(node.provider);
  const start = performance.now();
  await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return `${String((await usedBlocks(node.provider)) - blocks).padStart(3)} blocks ${seconds.padStart(6)} s`;
}

/** How much time the check at the end of base and DAO adds. */
async function checkFigures(args: readonly string[]): Promise<string> {
  const ratios: number[] = [];
  let line = "";
  for (let run = 0; run <= RUNS; run++) {
    await withAnvil(args, async (node, folder) => {
      const { recorder, counts } = recording(node.provider);
      const count = () => [...counts.values()].reduce((sum, each) => sum + each, 0);
      const start = performance.now();
      let migrated = start;
      let before = 0;
      const output = join(folder, "migration.json");
      await migrate({ provider: recorder }, output, ["base", "dao"], undefined, undefined, () => {
        migrated = performance.now();
        before = count();
      });
      const [whole, check] = [migrated - start, performance.now() - migrated];
      // The first run also loads code.
      if (run > 0) ratios.push(check / whole);
      line = `${(check / 1000).toFixed(2)} s and ${count() - before} requests after ${(whole / 1000).toFixed(2)} s and ${before}`;
    });
  }
  return `check       ${(median(ratios) * 100).toFixed(0)}% of base and dao; in the last run ${line}`;
}

const rehearsals: number[] = [];
const wholes: number[] = [];
let requests = new Map<string, number>();
let changes: readonly Change[] = [];
for (let run = 0; run <= RUNS; run++) {
  await withAnvil([], async (node, folder) => {
    const recorded = recording(node.provider);
    const start = performance.now();
    let rehearsed = start;
    await migrate(
      { provider: recorded.recorder },
      join(folder, "migration.json"),
      SECTIONS.flat(),
      () => {
        rehearsed = performance.now();
      },
    );
    ({ counts: requests, changes } = recorded);
    // The first run also loads code.
    if (run === 0) return;
    rehearsals.push(rehearsed - start);
    wholes.push(performance.now() - start);
  });
}
const transactions = changes.filter(({ method }) => method === "eth_sendRawTransaction").length;
console.log(`base, example DAO and demo test on rc.57, ${transactions} transactions, on anvil`);
console.log(`requests    ${[...requests].map(([name, count]) => `${name} ${count}`).join(", ")}`);
console.log(
  `rehearsed   ${(median(rehearsals) / 1000).toFixed(2)} s  until the user is asked to confirm`,
);
console.log(`whole       ${(median(wholes) / 1000).toFixed(2)} s  with anvil mining at once`);

console.log(await checkFigures([]));

console.log("one block a second:");
console.log(await checkFigures(["--block-time", "1"]));
await withAnvil(["--block-time", "1"], async (node, folder) => {
  for (const sections of SECTIONS) {
    const work = async () => await migrate(node, join(folder, "migration.json"), sections);
    console.log(`${sections.join(" and ").padEnd(12)}${await figures(node, work)}`);
  }
});
await withAnvil(["--block-time", "1"], async (node, folder) => {
  console.log(`requests    ${await requestsOverHttp(node, folder)}, for base and dao`);
});
for (const useDaoCreator of [true, false]) {
  await withAnvil(["--block-time", "1"], async (node, folder) => {
    const params = await manyFounders(useDaoCreator);
    const output = join(folder, "migration.json");
    const work = async () => await migrate(node, output, ["base", "dao"], undefined, params);
    const way = useDaoCreator ? "with" : "without";
    console.log(`500 founders${await figures(node, work)}  ${way} DaoCreator`);
  });
}
await withAnvil(["--block-time", "1"], async (node) => {
  const work = async () => await oneByOne(node, changes);
  console.log(`one by one  ${await figures(node, work)}  the same signed transactions`);
});
