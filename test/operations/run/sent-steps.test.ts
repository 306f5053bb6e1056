import { expect } from "chai";

import { StepSender } from "../../../src/engine/execution/sending/step-sender.js";
import type { PlannedStep } from "../../../src/engine/execution/steps/plan.js";
import { StepLedger } from "../../../src/engine/execution/steps/step-ledger.js";
import type { Rehearsal } from "../../../src/operations/run/rehearse.js";
import {
  SentSteps,
  type FoundSteps,
  type SentTerms,
} from "../../../src/operations/run/sent-steps.js";
import {
  DeclinedError,
  MigrationError,
  SentBeforeError,
} from "../../../src/foundation/support/errors.js";
import {
  contextOn,
  FakeNode,
  foreignTransaction,
  plannedSteps,
  wallet,
} from "../../engine/execution/sending/fake-node.js";
import { rejection } from "../../rejection.js";

const STEPS = plannedSteps(2, true);
const DONE: Rehearsal = { kind: "rehearsed", plan: [] };
const TERMS = { mode: "ask", isRecorded: () => false } as const;

function sentFrom(node: FakeNode, steps: readonly PlannedStep[]): void {
  for (const [nonce, step] of steps.entries())
    node.foreign.push(foreignTransaction(nonce, ++node.block, step));
}

describe("a lost journal behind several nodes", () => {
  it("is searched for again, before anything is signed after nonces that one of them lacked", async () => {
    const node = new FakeNode();
    const steps = plannedSteps(3);
    sentFrom(node, steps.slice(0, 2));
    const { context, signed } = contextOn(node);
    const [answer, sleep] = [node.answer.bind(node), node.clock.sleep];
    let isBehind = true;
    node.answer = (method, params) =>
      method === "eth_getTransactionCount" && params[1] === "latest" && isBehind
        ? "0x0"
        : answer(method, params);
    const sent = new SentSteps(context, new StepLedger(), TERMS);
    expect((await sent.look()).offered).to.deep.equal([]);
    const sender = new StepSender(context);
    const { failed } = await sender.send(steps.slice(0, 1), () => {});
    expect([...failed.keys()]).to.deep.equal(["step/0"]);
    expect(signed).to.deep.equal([]);
    node.clock.sleep = async (milliseconds) => {
      isBehind = false;
      await sleep(milliseconds);
    };
    expect((await sent.look()).offered.map(({ nonce }) => nonce)).to.deep.equal([0, 1]);
    expect((await sent.look()).offered, "once").to.deep.equal([]);
    await sender.send(steps.slice(2), () => {});
    expect(signed).to.deep.equal([2]);
  });
});

describe("a migration whose account has sent steps that no journal has", () => {
  /** Rehearses on a node on which so many steps are mined, and takes them for done. */
  async function rehearsed(
    count: number,
    more: Partial<ConstructorParameters<typeof SentSteps>[2]> = {},
    rehearse = () => Promise.resolve(DONE),
    others: readonly PlannedStep[] = [],
  ) {
    const node = new FakeNode();
    const steps = STEPS.slice(0, count);
    sentFrom(node, [...steps, ...others]);
    const { context, events } = contextOn(node);
    const ledger = new StepLedger();
    const terms = { ...TERMS, ...more };
    const around = new SentSteps(context, ledger, terms).around(async () => {
      for (const step of steps) ledger.minedAs(step, step.call);
      return await rehearse();
    });
    return { around, context, events, ledger };
  }

  for (const [count, steps] of [
    [1, "the step step/0"],
    [2, "2 steps (step/0 to step/1)"],
  ] as const) {
    it(`refuses if nobody can be asked, and names ${steps}`, async () => {
      const { around } = await rehearsed(count);
      const error = await rejection(around);
      expect(error).to.be.instanceOf(SentBeforeError);
      expect(error.message).to.include(
        `The account ${wallet.address} has already sent ${steps} of this migration on this chain, the last in block ${10 + count}, but there is no journal of them. Nothing was sent.`,
      );
    });
  }

  it("adds them to the journal after a yes only", async () => {
    const asked: FoundSteps[] = [];
    const confirm = async (found: FoundSteps) => await Promise.resolve(asked.push(found) > 1);
    const declined = await rehearsed(2, { confirm });
    expect(await rejection(declined.around)).to.be.instanceOf(DeclinedError);
    expect(declined.context.journal.steps).to.deep.equal([]);
    const accepted = await rehearsed(2, { confirm });
    expect(await accepted.around).to.equal(DONE);
    expect(accepted.context.journal.steps).to.deep.equal(["step/0", "step/1"]);
    const found = { account: wallet.address, steps: ["step/0", "step/1"], blockNumber: 12 };
    expect(asked).to.deep.equal([found, found]);
    expect(accepted.events).to.deep.include({ type: "stepsFound", ...found });
  });

  it("does not continue another DAO that began alike, not even after a yes", async () => {
    const to = STEPS[0]!.contractAddress!;
    const other: PlannedStep = { ...STEPS[1]!, to, data: "0x01" };
    const confirm = async () => await Promise.resolve(true);
    const terms = [
      { confirm },
      { confirm, base: { DAOToken: to } as SentTerms["base"] },
      { mode: "take" },
    ] as const;
    const [asked, ofBase, ofJournal] = await Promise.all(
      terms.map(async (each) => await rehearsed(1, each, undefined, [other])),
    );
    const error = await rejection(asked!.around);
    expect(error).to.be.instanceOf(SentBeforeError);
    expect(error.message).to.match(
      /the step step\/0 of .* It then sent another transaction to the same contracts, the first with nonce 1 \(0x\w{64}\), .* Nothing was sent\. Run the same command again with the same parameters as then, or pass --restart/,
    );
    expect(asked!.context.journal.steps).to.deep.equal([]);
    for (const each of [ofBase!, ofJournal!]) expect(await each.around).to.equal(DONE);
  });

  it("looks for them before each step where nothing could be rehearsed", async () => {
    const blind: Rehearsal = { kind: "notRehearsed", reason: "no old state", estimate: STEPS };
    const node = new FakeNode();
    sentFrom(node, STEPS);
    const sent = new SentSteps(contextOn(node).context, new StepLedger(), TERMS);
    expect(await sent.around(async () => await Promise.resolve(blind))).to.equal(blind);
    expect((await sent.look()).offered.map(({ nonce }) => nonce)).to.deep.equal([0, 1]);
    // Others after those that were taken before the fork failed may be steps, too.
    const confirm = async () => await Promise.resolve(true);
    const partly = await rehearsed(1, { confirm }, async () => await Promise.resolve(blind), [
      { ...STEPS[1]!, to: STEPS[0]!.contractAddress! },
    ]);
    expect(await partly.around).to.equal(blind);
  });

  it("does not begin without a rehearsal either if the node does not show what may be a step", async () => {
    const node = new FakeNode();
    sentFrom(node, STEPS);
    node.hidesReceipts = true;
    const estimate = STEPS.map((step) => ({ ...step, wantsLogs: true as const }));
    const blind: Rehearsal = { kind: "notRehearsed", reason: "no old state", estimate };
    const sent = new SentSteps(contextOn(node).context, new StepLedger(), TERMS);
    const { message } = await rejection(sent.around(async () => await Promise.resolve(blind)));
    expect(message).to.include("but the node does not return its receipt");
  });

  it("leaves those alone that nobody asked for, or of a DAO on record, and rehearses without them", async () => {
    const ignored = await rehearsed(2, { mode: "ignore" });
    await ignored.around;
    expect(ignored.ledger.size).to.equal(0);
    let times = 0;
    const again = async () => await Promise.resolve(times++).then(() => DONE);
    const recorded = await rehearsed(2, { isRecorded: () => true }, again);
    await recorded.around;
    expect([times, recorded.ledger.size]).to.deep.equal([2, 0]);
    await (
      await rehearsed(0, {}, again)
    ).around;
    expect(times, "once where there are none").to.equal(3);
  });

  it("says that the rest cannot follow, unless it fails for another reason", async () => {
    for (const [failure, message] of [
      [
        new MigrationError("No gas."),
        /The remaining steps cannot follow: No gas\. Nothing was sent/,
      ],
      [new TypeError("a fault"), /^a fault$/],
      [new DeclinedError(), /^(?!.*cannot follow)/],
    ] as const) {
      const failing = await rehearsed(2, {}, async () => await Promise.reject(failure));
      expect((await rejection(failing.around)).message).to.match(message);
    }
  });
});
