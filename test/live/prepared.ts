import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { startAnvil, type TestNode } from "./nodes.js";
import { withOutput } from "./support.js";

/**
 * Prepares a chain and the folder of a result file once for all tests of a suite. Returns a function that runs one of
 * them on both as they were prepared.
 */
export function usePrepared(prepare: (node: TestNode, output: string) => Promise<unknown>) {
  let node: TestNode;
  const files = new Map<string, Buffer>();

  before(async () => {
    node = await startAnvil();
    await withOutput(async (output, folder) => {
      await prepare(node, output);
      for (const name of await readdir(folder)) files.set(name, await readFile(join(folder, name)));
    });
  });
  after(async () => await node.stop());

  return async (
    run: (node: TestNode, output: string, folder: string) => Promise<void>,
  ): Promise<void> => {
    const snapshot = await node.provider.request({ method: "evm_snapshot" });
    try {
      await withOutput(async (output, folder) => {
        for (const [name, content] of files) await writeFile(join(folder, name), content);
        await run(node, output, folder);
      });
    } finally {
      await node.provider.request({ method: "evm_revert", params: [snapshot] });
    }
  };
}
