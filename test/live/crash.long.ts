import { readdir } from "node:fs/promises";

import { expect } from "chai";

import type { CrashPoint } from "./child.js";
import { migrateInChild } from "./children.js";
import { expectAsInProcess, migrate, reference } from "./support.js";
import { itOnAnvil as it } from "./prepared.js";

/** What `test/lives` does not have: a real process and disk, and a node whose clock is moved. */
const POINTS: Readonly<Record<string, CrashPoint>> = {
  "between moving the clock and mining the block that shows it": clock("evm_mine", false),
  "after the clock was moved": clock("evm_mine", true),
  "before the result file has its name": { at: "rename", path: "migration.json", after: false },
};
function clock(method: string, after: boolean): CrashPoint {
  // The first evm_increaseTime only tests whether the clock can be moved.
  return { at: "request", method, count: method === "evm_mine" ? 1 : 2, after };
}

describe("a migration whose process dies", () => {
  // Twice a child's timeout: anvil sometimes stalls until a fee is raised.
  for (const [name, crash] of Object.entries(POINTS)) {
    it(`${name}: the next run finishes it`, async (node, output, folder) => {
      const died = await migrateInChild(node, { output, crash });
      expect(died.signal, died.output).to.equal("SIGKILL");
      await migrate(node, { output, raiseAfter: 15_000 });
      await expectAsInProcess(node, output, await reference(node.mnemonic));
      expect(await readdir(folder), "nothing is left behind").to.deep.equal(["migration.json"]);
    });
  }

  it("because the disk is full: it says so, and a later run finishes it", async (node, output) => {
    const { code, output: said } = await migrateInChild(node, { output }, 300);
    expect(code, said).to.equal(1);
    expect(said).to.include("cannot be written: EFBIG").and.include("Nothing more was sent");
    await migrate(node, { output, raiseAfter: 15_000 });
    await expectAsInProcess(node, output, await reference(node.mnemonic));
  });
});
