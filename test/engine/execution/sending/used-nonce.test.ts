import { expect } from "chai";
import { id, Transaction, Wallet } from "ethers";

import { Pending } from "../../../../src/engine/execution/sending/pending-transaction.js";
import { isUsedByAnother } from "../../../../src/engine/execution/sending/used-nonce.js";
import type { PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import { rejected, rejection } from "../../../rejection.js";
import { FakeNode, foreignTransaction, plannedSteps, wallet } from "./fake-node.js";
import { pendingOn } from "./pending-run.js";

/** Returns a step whose nonce is used, but whose receipt was missing in this many polls. */
async function missedStep(node: FakeNode, missed: number) {
  const { context, steps } = await pendingOn(node, 1);
  const [latest] = steps;
  if (latest === undefined) throw new Error("No step.");
  return { context, latest, entry: { ...new Pending(latest, 0), missed } };
}

/** Uses nonce 0 for a transaction of another program, or for the step under another hash, which is returned. */
function useNonce(node: FakeNode, step?: PlannedStep): string {
  const sent = foreignTransaction(0, node.block, step);
  node.foreign.push(sent);
  return sent.hash;
}

describe("isUsedByAnother", () => {
  it("looks for the transaction that used a nonce at the fourth poll without a receipt", async () => {
    const node = new FakeNode();
    useNonce(node);
    const { context, entry } = await missedStep(node, 0);
    for (let poll = 1; poll < 4; poll++) {
      expect(await isUsedByAnother(context, entry, node.block), `poll ${poll}`).to.equal(false);
    }
    expect(node.requests).to.deep.equal([]);
    expect(await isUsedByAnother(context, entry, node.block)).to.equal(true);
  });

  it("waits until the nonce was used as many blocks ago as wanted: a reorganization may bring the step back", async () => {
    const node = new FakeNode();
    const { context, entry } = await missedStep(node, 10);
    const careful = { ...context, confirmations: 3 };
    const isUsed = async () => await isUsedByAnother(careful, entry, node.block);
    node.block++;
    useNonce(node);
    node.block++;
    expect(await isUsed()).to.equal(false);
    expect(entry.missed).to.equal(0);
    node.block++;
    entry.missed = 10;
    expect(await isUsed()).to.equal(true);
  });

  it("is false for the step itself, also if an earlier transaction of it was mined", async () => {
    const node = new FakeNode();
    const { context, entry, latest } = await missedStep(node, 10);
    const raised = { ...latest, hash: id("raised") };
    await context.journal.sign([raised]);
    entry.latest = { ...raised, call: id("as if the node returned other data") };
    node.foreign.push({ ...latest, block: node.block, step: plannedSteps(1)[0] });
    expect(await isUsedByAnother(context, entry, node.block)).to.equal(false);
    expect(entry.twin).to.equal(undefined);
    entry.missed = 40;
    const isUsed = isUsedByAnother(context, entry, node.block);
    await rejected(isUsed, `shows ${latest.hash}, the transaction of`);
  });

  it("keeps the hash of a transaction with the same call, and then waits for its receipt, for a while", async () => {
    const node = new FakeNode();
    const { context, entry } = await missedStep(node, 3);
    const hash = useNonce(node, plannedSteps(1)[0]);
    expect(await isUsedByAnother(context, entry, node.block)).to.equal(false);
    expect(entry.twin).to.equal(hash);
    entry.missed = 38;
    expect(await isUsedByAnother(context, entry, node.block)).to.equal(false);
    expect((await rejection(isUsedByAnother(context, entry, node.block))).message).to.equal(
      `The node shows ${hash}, the transaction of step step/0, in a block, but returns no receipt of it. ` +
        "Nothing more was sent. It may have removed old receipts: run the same command again with another node.",
    );
  });

  it("believes no transaction that the account did not sign, whatever the node says of it", async () => {
    for (const step of [undefined, plannedSteps(1)[0]]) {
      const node = new FakeNode();
      const { raw, ...sent } = foreignTransaction(0, node.block, step);
      const { context, entry } = await missedStep(node, 10);
      const strangers = Transaction.from(raw);
      strangers.signature = new Wallet(id("stranger")).signingKey.sign(strangers.unsignedHash);
      const invented = [
        { ...sent, hash: id("invented") },
        { ...sent, raw, hash: id("invented") },
        { ...sent, raw: strangers.serialized, hash: strangers.hash! },
      ];
      for (const each of invented) {
        node.foreign.splice(0, 1, each);
        expect(await isUsedByAnother(context, entry, node.block)).to.equal(false);
        expect(entry.twin).to.equal(undefined);
      }
      entry.missed = 100;
      expect((await rejection(isUsedByAnother(context, entry, node.block))).message).to.include(
        `It names ${strangers.hash}, which cannot be shown to be the account's.`,
      );
      node.foreign.splice(0, 1, { ...sent, raw });
      expect(await isUsedByAnother(context, entry, node.block)).to.equal(step === undefined);
    }
  });

  it("gives up at the fortieth poll if the node returns no transaction with that nonce", async () => {
    const node = new FakeNode();
    const { context, entry } = await missedStep(node, 38);
    node.instead((method, _params, usual) =>
      method === "eth_getTransactionCount" ? "0x1" : usual(),
    );
    const before = node.now;
    expect(await isUsedByAnother(context, entry, node.block)).to.equal(false);
    expect((await rejection(isUsedByAnother(context, entry, node.block))).message).to.equal(
      `Nonce 0 of ${wallet.address} is used, but the node returns neither step step/0 nor another transaction that used it and that the account signed. ` +
        "Nothing more was sent. Run the same command again later, or with another node.",
    );
    expect(node.now, "waits between its polls only").to.equal(before);
  });

  it("names the delegate, and does not wait, if the account has one, which uses nonces without a transaction", async () => {
    const node = new FakeNode();
    node.instead((method, _params, usual) =>
      method === "eth_getTransactionCount" ? "0x1" : usual(),
    );
    const { context, entry } = await missedStep(node, 3);
    node.code = `0xef0100${"d1".repeat(20)}`;
    expect((await rejection(isUsedByAnother(context, entry, node.block))).message).to.match(
      /Nonce 0 of .* Nothing more was sent\. The account .* runs the code of 0x[dD1]{40} \(EIP-7702\)\. .*without a transaction/,
    );
    node.code = "0x";
    entry.missed = 3;
    expect(await isUsedByAnother(context, entry, node.block)).to.equal(false);
  });

  it("believes only the chain on which the migration began, before and after the search", async () => {
    for (const requestsBefore of [0, 2]) {
      const node = new FakeNode();
      useNonce(node);
      const { context, entry } = await missedStep(node, 10);
      node.instead((_method, _params, usual) => {
        if (node.requests.length > requestsBefore) node.genesis = id("another chain");
        return usual();
      });
      const error = await rejection(isUsedByAnother(context, entry, node.block));
      expect(error).to.have.property("name", "WrongChainError");
    }
  });

  it("searches from the first block of the journal on", async () => {
    const node = new FakeNode();
    const { context, entry } = await missedStep(node, 10);
    useNonce(node);
    const asked: unknown[] = [];
    node.instead((method, params, usual) => {
      if (method === "eth_getBlockByNumber" && params[1] === true) asked.push(params[0]);
      return usual();
    });
    expect(await isUsedByAnother(context, entry, node.block)).to.equal(true);
    expect(asked).to.deep.equal(["0xa"]);
  });
});
