import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { itWith } from "../it-with.js";
import { startAnvil, startHere, type TestChain, type TestNode } from "./nodes.js";
import { onNode, withOutput } from "./support.js";

/**
 * Prepares a chain and the folder of a result file once for all tests of a suite. Returns an `it` whose tests get
 * both as they were prepared.
 */
export function usePrepared(
  prepare: (node: TestChain, output: string) => Promise<unknown>,
  start: () => Promise<TestChain> = startHere,
) {
  let node: TestChain;
  const files = new Map<string, Buffer>();

  before(async () => {
    node = await start();
    await withOutput(async (output, folder) => {
      await prepare(node, output);
      for (const name of await readdir(folder)) files.set(name, await readFile(join(folder, name)));
    });
  });
  after(async () => await node.stop());

  return itWith<[node: TestChain, output: string, folder: string]>(async (run) => {
    const snapshot = await node.provider.request({ method: "evm_snapshot" });
    try {
      await withOutput(async (output, folder) => {
        for (const [name, content] of files) await writeFile(join(folder, name), content);
        await run(node, output, folder);
      });
    } finally {
      await node.provider.request({ method: "evm_revert", params: [snapshot] });
    }
  });
}

/** `it` for tests that each get a fresh anvil, and a folder for the result file. */
export const itOnAnvil = itWith<[node: TestNode, output: string, folder: string]>((run) =>
  onNode(startAnvil(), run),
);
