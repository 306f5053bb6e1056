import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { compiled } from "../compiled.js";
import { endWithUs } from "../end-with-us.js";
import { itInFolder as it } from "../temporary-folder.js";
import { seedOf } from "../seed.js";

/** `FUZZ_REQUESTS=600000 SEED=8` asks more than CI does, or repeats a run. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 15_000);
const SEED = seedOf(7);

describe("a test chain that gets odd requests", function () {
  this.timeout(60_000 + REQUESTS * 100);

  it(`survives ${REQUESTS} requests of every method with odd values, seed ${SEED}`, async (folder) => {
    const last = join(folder, "last-request.json");
    const args = [compiled("test/test-chain/fuzzed.ts"), `${SEED}`, `${REQUESTS}`, last];
    const child = endWithUs(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] }));
    let shown = "";
    let said = "";
    // hardhat_setLoggingEnabled is one of the methods: the chain may print, too.
    child.stdout.on(
      "data",
      (chunk: Buffer) => (shown = `${shown}${chunk.toString()}`.slice(-4000)),
    );
    child.stderr.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000)));
    const code = await new Promise((resolve) => child.once("close", resolve));
    const request = (await readFile(last, "utf8")).slice(0, 1000);
    expect(code, `${said}\nThe last request was ${request}`).to.equal(0);
    expect(shown).to.match(/^done$/m);
  });
});
