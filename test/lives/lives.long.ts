import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect } from "chai";

import { compiled } from "../compiled.js";
import { endWithUs } from "../end-with-us.js";

/** In two processes, because each uses one core. */
const SEEDS = [101, 102];
/** For each seed. `LIVES=500000` runs a million, in a night. */
const LIVES = Number(process.env.LIVES ?? 5_000);

const run = promisify(execFile);

describe("many lives of a deployment", function () {
  this.timeout(3_600_000);

  it(`are as promised: ${LIVES * SEEDS.length}`, async () => {
    const all = SEEDS.map(async (seed) => {
      // Lives make much that is soon garbage.
      const program = ["--max-semi-space-size=64", compiled("test/lives/run.ts")];
      const command = [...program, "--seed", String(seed), "--lives", String(LIVES)];
      const running = run(process.execPath, command);
      endWithUs(running.child);
      const { stdout } = await running.catch((error: unknown) => {
        const { stdout: story, stderr } = error as { stdout: string; stderr: string };
        throw new Error(story + stderr);
      });
      return stdout;
    });
    for (const said of await Promise.all(all)) {
      console.log(`      ${said.trim()}`);
      expect(said).to.match(new RegExp(`^${LIVES} lives of seed`));
    }
  });
});
