import { expect } from "chai";
import { Transaction } from "ethers";

import { MemoryJournal } from "../journal/memory-journal.js";
import {
  findSentBefore,
  requireSeen,
} from "../../../../src/engine/execution/sending/sent-before.js";
import { codeHash, type PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { StepLedger } from "../../../../src/engine/execution/steps/step-ledger.js";
import { rejected, rejection } from "../../../rejection.js";
import { contextOn, FakeNode, plannedSteps, wallet } from "./fake-node.js";

const STEPS = plannedSteps(5);

/** Signs a transaction; one of another program if it is no step. */
async function signed(step: PlannedStep | undefined, nonce: number, type = 2): Promise<string> {
  const { to, data = "0x", value = 0n } = step ?? {};
  const fees = type === 2 ? { maxFeePerGas: 9n, maxPriorityFeePerGas: 1n } : { gasPrice: 9n };
  const terms = { type, chainId: 1337, nonce, gasLimit: 50_000 };
  return await wallet.signTransaction({ ...terms, to, data, value, ...fees });
}

/** Mines the account's steps, and a transaction of another program for each undefined. */
async function nodeWith(
  steps: readonly (PlannedStep | undefined)[],
  type?: number,
): Promise<FakeNode> {
  const node = new FakeNode();
  for (const [nonce, step] of steps.entries()) {
    const raw = await signed(step, nonce, type);
    const hash = Transaction.from(raw).hash ?? "";
    node.foreign.push({ hash, nonce, block: ++node.block, step, raw });
  }
  return node;
}

/** Returns the journal of an earlier run with these steps, whose nonces start at 0, and the ledger of the mined ones. */
async function after(steps: readonly PlannedStep[], node: FakeNode, minedOfThem = steps.length) {
  const { context } = contextOn(node);
  const lines = await Promise.all(
    steps.map(async ({ step, from, call }, nonce) => {
      const raw = await signed(steps[nonce], nonce);
      const hash = Transaction.from(raw).hash ?? "";
      return { kind: "signed", step, from, call, nonce, hash, raw } as const;
    }),
  );
  const ledger = new StepLedger();
  for (const { step, call, hash: transactionHash } of lines.slice(0, minedOfThem)) {
    ledger.add(step, call, { transactionHash, blockNumber: 1, gasUsed: 1n, logs: [] });
  }
  const journal = new MemoryJournal(context.journal.header, lines);
  return { context: { ...context, journal }, ledger };
}

async function found({
  context,
  ledger,
}: Awaited<ReturnType<typeof after>>): Promise<readonly (string | number)[]> {
  const { offered } = await findSentBefore(context, ledger);
  return offered.map(({ call, nonce }) => STEPS.find((step) => step.call === call)?.step ?? nonce);
}

describe("findSentBefore", () => {
  for (const type of [0, 2]) {
    it(`finds what the journal lacks, with the signed bytes (type ${type})`, async () => {
      const node = await nodeWith([STEPS[0], STEPS[1], undefined, STEPS[2]], type);
      const run = await after([STEPS[0]!], node);
      const { offered } = await findSentBefore(run.context, run.ledger);
      expect(offered.map(({ nonce }) => nonce)).to.deep.equal([1, 2, 3]);
      for (const { raw, hash, nonce } of offered) {
        expect(Transaction.from(raw)).to.include({ hash, nonce, from: wallet.address });
      }
    });
  }

  it("requests only the number of transactions if the journal knows all of them", async () => {
    const node = await nodeWith(STEPS.slice(0, 2));
    expect(await found(await after(STEPS.slice(0, 2), node))).to.deep.equal([]);
    expect(node.requests).to.deep.equal(["eth_getTransactionCount"]);
  });

  it("looks at nonces of journaled steps that are in no block, too", async () => {
    const node = await nodeWith([STEPS[0], STEPS[2], STEPS[1]]);
    const run = await after(STEPS.slice(0, 3), node, 1);
    expect(await found(run)).to.deep.equal(["step/2", "step/1"]);
  });

  it("finds the first step again, done again after a wallet used its nonce", async () => {
    const node = await nodeWith([undefined, STEPS[0]]);
    expect(await found(await after([STEPS[0]!], node, 0))).to.deep.equal([0, "step/0"]);
  });

  it("stops where another migration of the account begins", async () => {
    const node = await nodeWith([STEPS[0], STEPS[1], STEPS[2], STEPS[0], STEPS[1], STEPS[3]]);
    expect(await found(await after(STEPS.slice(0, 2), node))).to.deep.equal(["step/2"]);
  });

  it("looks at what was sent before a new journal, but not at more than 256 transactions", async () => {
    const node = await nodeWith([...STEPS, ...Array<undefined>(253)]);
    const { context } = contextOn(node);
    const { offered } = await findSentBefore(context, new StepLedger());
    expect(offered).to.have.length(256);
    expect(offered[0]?.nonce).to.equal(2);
  });

  it("looks as far before a journal that lost its steps, or some that it had found", async () => {
    const node = await nodeWith(STEPS.slice(0, 3));
    const { context, ledger } = await after([], node);
    const other = `0x${"2".repeat(40)}`;
    const header = { ...context.journal.header, nonces: { [wallet.address]: 3, [other]: 5 } };
    const { step, call } = STEPS[4]!;
    const line = { kind: "signed", step, from: other, call, nonce: 4, hash: "0x", raw: "0x" };
    const count = async (lines: readonly object[], more: object = {}) => {
      const journal = new MemoryJournal({ ...header, ...more }, lines as never);
      return (await findSentBefore({ ...context, journal }, ledger)).offered.length;
    };
    expect(await count([], { mayHaveEarlier: false })).to.equal(0);
    expect(await count([])).to.equal(3);
    expect(await count([line])).to.equal(3);

    // The first was found; the others were pending when the last was signed.
    ledger.add(step, call, { transactionHash: "0x", blockNumber: 1, gasUsed: 1n, logs: [] });
    const own = (nonce: number) => ({ ...line, from: wallet.address, nonce });
    expect(await count([own(0), own(3)])).to.equal(2);
  });

  it("waits for the receipt of what is in a block, as a node that is behind has none", async () => {
    const node = await nodeWith(STEPS.slice(0, 1));
    node.hidesReceipts = true;
    const { sleep } = node.clock;
    node.clock.sleep = async (milliseconds) => {
      node.hidesReceipts = false;
      await sleep(milliseconds);
    };
    const { offered, unseen } = await findSentBefore(contextOn(node).context, new StepLedger());
    expect([offered.length, unseen]).to.deep.equal([1, []]);
  });

  it("waits for confirmations, and leaves out what a reorganization drops before", async () => {
    const node = await nodeWith(STEPS.slice(0, 3));
    const context = { ...contextOn(node).context, confirmations: 2 };
    node.clock.sleep = async () => {
      node.block++;
      await Promise.resolve(node.foreign.pop());
    };
    const { offered, unseen } = await findSentBefore(context, new StepLedger());
    expect([offered.map(({ nonce }) => nonce), unseen]).to.deep.equal([[0, 1], []]);
    expect(context.journal.searched.get(wallet.address)).to.equal(2);
  });

  it("leaves out what reverted, and what it cannot verify", async () => {
    const node = await nodeWith(STEPS.slice(0, 3));
    const [reverted, other] = node.foreign;
    node.instead((method, params, usual) => {
      const given = usual() as { transactions?: { hash: string; gas: string }[] };
      if (method === "eth_getTransactionReceipt" && params[0] === reverted?.hash) {
        return { ...given, status: "0x0" };
      }
      for (const each of given.transactions ?? []) if (each.hash === other?.hash) each.gas = "0x1";
      return given;
    });
    const { offered } = await findSentBefore(contextOn(node).context, new StepLedger());
    expect(offered.map(({ nonce }) => nonce)).to.deep.equal([2]);
  });
});

describe("requireSeen", () => {
  /** Makes a node without the state of blocks before the fourteenth. */
  async function forgetful(): Promise<FakeNode> {
    const node = await nodeWith(STEPS);
    const answer = node.answer.bind(node);
    node.code = "0x60";
    node.answer = (method, params) => {
      const old = method === "eth_getTransactionCount" && Number(params[1]) < 14;
      return answer(method, old ? [params[0], "pruned"] : params);
    };
    return node;
  }

  it("refuses to resume a journal if the node does not show a transaction after it", async () => {
    const node = await forgetful();
    const run = await after([STEPS[0]!], node);
    const before = await findSentBefore(run.context, run.ledger);
    expect(before.offered.map(({ nonce }) => nonce)).to.deep.equal([4]);
    await rejected(
      requireSeen(run.context, before, []),
      `${wallet.address} has sent a transaction with nonce 1 that is not in the journal`,
      "archive node",
      "--restart",
    );
    node.code = `0xef0100${"d1".repeat(20)}`;
    await rejected(requireSeen(run.context, before, []), /nonce 1 .* \(EIP-7702\)\./);
  });

  it("refuses to continue after steps that it found, if the node does not show a transaction after them", async () => {
    const node = await nodeWith([undefined, STEPS[0], STEPS[1]]);
    for (const hidden of [0, 2]) {
      const { context: given } = contextOn(node);
      const header = { ...given.journal.header, nonces: { [wallet.address]: 3 } };
      const context = { ...given, journal: new MemoryJournal(header) };
      const before = await findSentBefore(context, new StepLedger());
      const [first] = before.offered.filter(({ call }) => call === STEPS[0]!.call);
      await context.journal.sign([{ ...first!, step: "step/0" }]);
      const unseen = [{ from: wallet.address, nonce: hidden }];
      const refused = requireSeen(context, { ...before, unseen }, []).then(
        () => false,
        () => true,
      );
      expect(await refused, String(hidden)).to.equal(hidden > 1);
    }
  });

  it("refuses to make a contract again that the account has made, even if it cannot see how", async () => {
    const { context } = contextOn(await forgetful());
    const before = await findSentBefore(context, new StepLedger());
    const [made] = plannedSteps(1, true);
    const codes = (code: string) => [
      { ...made!, codes: [{ address: "0x1", hash: codeHash(code) }] },
    ];
    await requireSeen(context, before, codes("0x61"));
    const error = await rejection(requireSeen(context, before, codes("0x60")));
    expect(error.message).to.include(
      `has already made the contract ${made?.contractAddress} (nonce 0)`,
    );
  });
});
