import { access } from "node:fs/promises";

import { expect } from "chai";

import { rejection } from "../rejection.js";
import type { CrashPoint } from "./child.js";
import { migrateInChild } from "./children.js";
import { startAnvil, withNode } from "./nodes.js";
import { expectAsInProcess, migrate, reference, withOutput } from "./support.js";

const POINTS: Readonly<Record<string, CrashPoint>> = {
  "before the first transaction is sent": send(1, false),
  "after the first was sent, before its answer came": send(1, true),
  "between journal and sending, in the middle of a window": send(20, false),
  "after sending, before looking at the chain, in the middle of a window": send(40, true),
  "before the clock is moved, which the journal says it is": clock("evm_increaseTime", false),
  "between moving the clock and mining the block that shows it": clock("evm_mine", false),
  "after the clock was moved": clock("evm_mine", true),
  "between the result file and the removal of the journal": { at: "removal of the journal" },
};

function send(count: number, after: boolean): CrashPoint {
  return { at: "request", method: "eth_sendRawTransaction", count, after };
}

function clock(method: string, after: boolean): CrashPoint {
  // The first evm_increaseTime asks whether the clock can be moved.
  return { at: "request", method, count: method === "evm_mine" ? 1 : 2, after };
}

describe("a migration whose process dies", () => {
  for (const [name, crash] of Object.entries(POINTS)) {
    it(`${name}: the next run finishes it`, async () => {
      await withNode(startAnvil(), async (node) => {
        await withOutput(async (output) => {
          const died = await migrateInChild(node, { output, crash });
          expect(died.signal, died.output).to.equal("SIGKILL");
          await access(`${output}.journal`);
          await migrate(node, { output });
          await expectAsInProcess(node, output, await reference(node.mnemonic));
          for (const left of [".journal", ".lock"]) {
            expect(await rejection(access(output + left))).to.have.property("code", "ENOENT");
          }
        });
      });
    });
  }

  it("because the disk is full: it says so, and a later run finishes it", async () => {
    await withNode(startAnvil(), async (node) => {
      await withOutput(async (output) => {
        const { code, output: said } = await migrateInChild(node, { output }, undefined, 300);
        expect(code, said).to.equal(1);
        expect(said).to.include("cannot be written: EFBIG").and.include("Nothing more was sent");
        await migrate(node, { output });
        await expectAsInProcess(node, output, await reference(node.mnemonic));
      });
    });
  });
});
