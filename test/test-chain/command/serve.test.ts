import { createServer, type AddressInfo } from "node:net";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { serve } from "../../../src/test-chain/command/serve.js";
import { runHere } from "../../run-here.js";
import { itInFolder as it } from "../../temporary-folder.js";

/** Serves in a folder where this fails; returns the error's message and what was printed. */
async function failed(cwd: string, port: number) {
  const listeners = process.listenerCount("SIGINT");
  const run = await runHere(
    async () =>
      await serve({
        chain: { port, demo: false },
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
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    try {
      const { message, stdout } = await failed(folder, (taken.address() as AddressInfo).port);
      expect(message).to.contain("another program uses the port");
      expect(stdout).to.equal("");
      expect(await readdir(folder)).to.deep.equal([]);
    } finally {
      taken.close();
    }
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
});
