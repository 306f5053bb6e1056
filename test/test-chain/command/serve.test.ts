import { createServer, type AddressInfo } from "node:net";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { serve } from "../../../src/test-chain/command/serve.js";
import { introduction } from "../../../src/test-chain/command/started.js";
import type { MigratedChain, TestChainOptions } from "../../../src/test-chain/options.js";
import { runHere } from "../../run-here.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { closing } from "../../closing.js";

/** Serves in a folder where this fails; returns the error's message and what was printed. */
async function failed(cwd: string, port: number, more: TestChainOptions = {}) {
  const listeners = process.listenerCount("SIGINT");
  const run = await runHere(
    async () =>
      await serve({
        chain: { port, demo: false, ...more },
        output: join(cwd, "migration.json"),
        quiet: false,
      }),
    { cwd },
  );
  expect(run.error).to.be.an("error");
  // A signal ends whatever called it, as before.
  expect(process.listenerCount("SIGINT")).to.equal(listeners);
  return { message: (run.error as Error).message, stdout: run.stdout };
}

describe("serve", () => {
  it("finds a busy port before it prints keys or writes a file", async (folder) => {
    await using taken = closing(createServer());
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { message, stdout } = await failed(folder, (taken.address() as AddressInfo).port);
    expect(message).to.contain("another program uses the port");
    expect(stdout).to.equal("");
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it("finds a result file that it cannot add to before it prints keys", async (folder) => {
    const path = join(folder, "migration.json");
    await writeFile(path, '{"mine":1}');
    const { message, stdout } = await failed(folder, 0);
    expect(message).to.contain("is not the result of a migration");
    expect(stdout).to.equal("");
    expect(await readdir(folder)).to.deep.equal(["migration.json"]);
    expect(await readFile(path, "utf8")).to.equal('{"mine":1}');
  });

  it("says once what to do about a gas limit that is too low, or accounts that are too few, as an option of this chain", async (folder) => {
    const advice = async (blockGasLimit: number, more: TestChainOptions = {}) =>
      (await failed(folder, 0, { blockGasLimit, ...more })).message.replace(/^.*?gas/s, "");
    expect(await advice(5_000_000)).to.match(
      /^\. It needs more than 5000000 gas, .* transaction\. Pass a higher --gas-limit, or none: 8 million are enough for Arc's own contracts\.$/,
    );
    const { message } = await failed(folder, 0, { accounts: { count: 3 }, demo: true });
    expect(message).to.match(/needs 6 accounts.*Pass --accounts 6 or more, or --no-demo\.$/);
    expect(await advice(1000)).to.match(/but got 1000\. Pass a higher --gas-limit, or none\.$/);
  });
});

describe("introduction", () => {
  it("shows the accounts' keys only if everybody knows them", async () => {
    const result = { network: "private", chainId: 31337 } as const;
    const migrated = { result, accounts: async () => ["0xaa"] } as unknown as MigratedChain;
    const accounts = { mnemonic: "test test test test test test test test test test test junk" };
    for (const [chain, isShown] of [
      [{}, true],
      [{ accounts }, false],
    ] as const) {
      const text = await introduction({ chain, output: "m.json", quiet: false }, migrated);
      expect(/^\(0\) 0xaa 0x4f3edf98\w+$/m.test(text)).to.equal(isShown);
      expect(/^\(0\) 0xaa$/m.test(text)).to.equal(!isShown);
      // It could not be written.
      expect(text).to.match(/^Chain ID 31337\.$/m);
    }
  });
});
