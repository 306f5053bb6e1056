import { readdir } from "node:fs/promises";

import { expect } from "chai";

import { DaoExistsError } from "../../src/foundation/support/errors.js";
import { rejection } from "../rejection.js";
import type { CrashPoint } from "./child.js";
import { migrateInChild } from "./children.js";
import { startAnvil, withNode } from "./nodes.js";
import { expectAsInProcess, migrate, readResult, reference, withOutput } from "./support.js";

/** Only some, because `test/lives` kills at every moment; these show that its model is like a real process. */
const POINTS: Readonly<Record<string, CrashPoint>> = {
  "after the first was sent, before its answer came": send(1, true),
  "between journal and sending, in the middle of a window": send(20, false),
  "before the clock is moved, which the journal says it is": clock("evm_increaseTime", false),
  "between moving the clock and mining the block that shows it": clock("evm_mine", false),
  "after the clock was moved": clock("evm_mine", true),
  "before the journal has its name": file("rename", ".journal", false),
  "before the result file has its name": file("rename", "migration.json", false),
  "between the result file and the removal of the journal": file("rename", "migration.json", true),
};
/** The migration is done by then; the process only has to report it. */
const DONE = file("rm", ".journal", true);

function send(count: number, after: boolean): CrashPoint {
  return { at: "request", method: "eth_sendRawTransaction", count, after };
}

function file(at: "rename" | "rm", path: string, after: boolean): CrashPoint {
  return { at, path, after };
}

function clock(method: string, after: boolean): CrashPoint {
  // The first evm_increaseTime only tests whether the clock can be moved.
  return { at: "request", method, count: method === "evm_mine" ? 1 : 2, after };
}

describe("a migration whose process dies", function () {
  // Twice a child's timeout: anvil sometimes stalls until a fee is raised.
  this.timeout(120_000);

  for (const [name, crash] of Object.entries(POINTS)) {
    it(`${name}: the next run finishes it`, async () => {
      await withNode(startAnvil(), async (node) => {
        await withOutput(async (output, folder) => {
          const died = await migrateInChild(node, { output, crash });
          expect(died.signal, died.output).to.equal("SIGKILL");
          await migrate(node, { output, raiseAfter: 15_000 });
          await expectAsInProcess(node, output, await reference(node.mnemonic));
          expect(await readdir(folder), "nothing is left behind").to.deep.equal(["migration.json"]);
        });
      });
    });
  }

  it("after the journal is removed: the next run makes no second DAO", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output, folder) => {
        const died = await migrateInChild(node, { output, crash: DONE });
        expect(died.signal, died.output).to.equal("SIGKILL");
        const { dao } = await readResult(output);
        const error = await rejection(migrate(node, { output }));
        expect(error).to.be.instanceOf(DaoExistsError).and.include({ avatar: dao?.Avatar });
        await expectAsInProcess(node, output, await reference(node.mnemonic));
        expect(await readdir(folder)).to.deep.equal(["migration.json"]);
      });
    });
  });

  it("because the disk is full: it says so, and a later run finishes it", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        const { code, output: said } = await migrateInChild(node, { output }, undefined, 300);
        expect(code, said).to.equal(1);
        expect(said).to.include("cannot be written: EFBIG").and.include("Nothing more was sent");
        await migrate(node, { output, raiseAfter: 15_000 });
        await expectAsInProcess(node, output, await reference(node.mnemonic));
      });
    });
  });
});
