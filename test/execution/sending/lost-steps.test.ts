import { expect } from "chai";
import { id } from "ethers";

import { MemoryJournal } from "../../../src/execution/journal/memory-journal.js";
import type { SignedStep } from "../../../src/execution/journal/lines.js";
import { requireNothingLost } from "../../../src/execution/sending/lost-steps.js";
import type { PlannedStep } from "../../../src/execution/steps/plan.js";
import { rejection } from "../../rejection.js";
import { contextOn, FakeNode, plannedSteps } from "./fake-node.js";

const STEPS = plannedSteps(4);

/** A journal of an earlier run that holds the first steps, whose nonces begin at 0. */
function after(held: number, node: FakeNode) {
  const { context } = contextOn(node);
  const lines = STEPS.slice(0, held).map(({ step, from, call }, nonce) => {
    const signed: SignedStep = { step, from, call, nonce, hash: id(step), raw: "0x" };
    return { kind: "signed", ...signed } as const;
  });
  return { ...context, journal: new MemoryJournal(context.journal.header, lines) };
}

/** What the account has sent: steps, and undefined for a transaction of another program. */
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
});
