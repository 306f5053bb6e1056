import { expect } from "chai";
import { id } from "ethers";

import { MemoryJournal } from "../../../src/execution/journal/memory-journal.js";
import type { SignedStep } from "../../../src/execution/journal/lines.js";
import { requireNothingLost } from "../../../src/execution/sending/lost-steps.js";
import type { PlannedStep } from "../../../src/execution/steps/plan.js";
import { rejection } from "../../rejection.js";
import { contextOn, FakeNode, plannedSteps, wallet } from "./fake-node.js";

const STEPS = plannedSteps(4);

/** Returns the journal of an earlier run with the first steps, whose nonces start at 0. */
function after(held: number, node: FakeNode) {
  const { context } = contextOn(node);
  const lines = STEPS.slice(0, held).map(({ step, from, call }, nonce) => {
    const signed: SignedStep = { step, from, call, nonce, hash: id(step), raw: "0x" };
    return { kind: "signed", ...signed } as const;
  });
  return { ...context, journal: new MemoryJournal(context.journal.header, lines) };
}

/** Mines the account's steps, and a transaction of another program for each undefined. */
function sent(node: FakeNode, steps: readonly (PlannedStep | undefined)[]): void {
  for (const [nonce, step] of steps.entries()) {
    node.foreign.push({ hash: id(`mined ${nonce}`), nonce, block: ++node.block, step });
  }
}

describe("requireNothingLost", () => {
  for (const held of [0, 1, 2]) {
    it(`finds the step that is missing from a journal with ${held} of 3 steps`, async () => {
      const node = new FakeNode();
      sent(node, STEPS.slice(0, 3));
      const error = await rejection(requireNothingLost(after(held, node), STEPS.slice(held)));
      expect(error.name).to.equal("MigrationError");
      expect(error.message)
        .to.include(`Step step/${held} is on the chain`)
        .and.include(id(`mined ${held}`))
        .and.include("Restore the journal from a copy");
    });
  }

  it("finds it behind another program's transaction", async () => {
    const node = new FakeNode();
    sent(node, [STEPS[0], undefined, STEPS[1]]);
    const error = await rejection(requireNothingLost(after(1, node), STEPS.slice(1)));
    expect(error.message).to.include("Step step/1 is on the chain");
  });

  it("accepts transactions of other programs, and of another migration that began with the same steps", async () => {
    const node = new FakeNode();
    sent(node, [STEPS[0], STEPS[1], undefined, STEPS[0], STEPS[1], STEPS[2]]);
    await requireNothingLost(after(2, node), STEPS.slice(2));
  });

  it("requests nothing if nothing was sent since, or if the journal is from this run", async () => {
    const node = new FakeNode();
    sent(node, STEPS.slice(0, 2));
    await requireNothingLost(after(2, node), STEPS.slice(2));
    expect(node.requests).to.deep.equal(["eth_getTransactionCount"]);
    await requireNothingLost(contextOn(node).context, STEPS);
    expect(node.requests).to.have.length(1);
  });

  it("stops if the node does not return the transaction that used a nonce", async () => {
    const node = new FakeNode();
    sent(node, STEPS.slice(0, 3));
    const context = after(1, node);
    const answer = node.answer.bind(node);
    node.answer = (method, params) =>
      method === "eth_getBlockByNumber" ? null : answer(method, params);
    const error = await rejection(requireNothingLost(context, STEPS.slice(1)));
    expect(error.message).to.include("nonce 1").and.include("the node does not return it");
  });

  it("looks at no more than 100 transactions of an account", async () => {
    for (const [before, isFound] of [
      [98, true],
      [99, false],
    ] as const) {
      const node = new FakeNode();
      sent(node, [STEPS[0], ...Array<undefined>(before + 1), STEPS[1]]);
      const search = requireNothingLost(after(1, node), STEPS.slice(1));
      if (isFound) expect((await rejection(search)).message).to.include("Step step/1 is on");
      else await search;
    }
  });

  it("looks only at mined transactions, only of accounts that the journal knows, and ignores clocks", async () => {
    const node = new FakeNode();
    node.others = 1;
    const context = after(1, node);
    sent(node, STEPS.slice(0, 1));
    const stranger = STEPS.slice(1, 2).map((step) => ({ ...step, from: id("x").slice(0, 42) }));
    const clock = { kind: "clock", step: "wait", seconds: 1, wave: 0 } as const;
    await requireNothingLost(context, [clock, ...stranger, ...STEPS.slice(1)]);
    expect(node.requests).to.deep.equal(["eth_getTransactionCount"]);
  });

  it("says what to do", async () => {
    const node = new FakeNode();
    sent(node, STEPS.slice(0, 2));
    const context = after(1, node);
    expect((await rejection(requireNothingLost(context, STEPS.slice(1)))).message).to.equal(
      `Step step/1 is on the chain (transaction ${id("mined 1")}), but not in the journal. The end of the journal is ` +
        "missing. Nothing was signed or sent. Restore the journal from a copy, or pass --restart to leave the migration " +
        "unfinished and start over: everything is redeployed.",
    );
    const answer = node.answer.bind(node);
    node.answer = (method, params) =>
      method === "eth_getBlockByNumber" ? null : answer(method, params);
    expect((await rejection(requireNothingLost(context, STEPS.slice(1)))).message).to.equal(
      `The account ${wallet.address} has sent a transaction with nonce 1 that is not in the journal, and the node does ` +
        "not return it. It may be a step of this migration. Nothing was signed or sent. Use a node that keeps older state " +
        "(an archive node), or pass --restart to leave the migration unfinished and start over.",
    );
  });
});
