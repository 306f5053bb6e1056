import { expect } from "chai";
import { Transaction, Wallet, type TransactionLike } from "ethers";

import { requireGenuine } from "../../../../src/engine/execution/journal/whose-journal.js";
import type { JournalLine, SignedStep } from "../../../../src/engine/execution/journal/lines.js";
import { callOf } from "../../../../src/engine/execution/steps/plan.js";

const VICTIM = new Wallet(`0x${"11".repeat(32)}`);
const TESTER = new Wallet(`0x${"22".repeat(32)}`);
const ATTACKER = new Wallet(`0x${"66".repeat(32)}`);
const CONTRACT = "0x1111111111111111111111111111111111111111";
const OWNER = { chainId: 31337, account: VICTIM.address, testAccounts: [TESTER.address] };
const CALL = { to: CONTRACT, data: "0x1234", value: 0n };

/** Returns a journal line for a transaction; `claims` replaces what the line says about it. */
async function lineOf(
  signer: Wallet,
  transaction: TransactionLike = CALL,
  claims: Partial<SignedStep> = {},
): Promise<JournalLine> {
  const raw = await signer.signTransaction({
    chainId: 31337,
    nonce: 3,
    gasLimit: 100_000n,
    gasPrice: 1n,
    type: 0,
    ...transaction,
  });
  const { to, data, value, hash, nonce } = Transaction.from(raw);
  const call = callOf({ ...(to !== null && { to }), data, value });
  const from = signer.address;
  return { kind: "signed", step: "base/X", from, nonce, call, hash: hash ?? "", raw, ...claims };
}

const check = (line: JournalLine) => () => requireGenuine("x.journal", [line], OWNER);

describe("requireGenuine", () => {
  it("accepts what the migration's accounts signed", async () => {
    expect(check(await lineOf(VICTIM))).to.not.throw();
    expect(check(await lineOf(VICTIM, { data: "0x6001" }))).to.not.throw();
    expect(check(await lineOf(TESTER))).to.not.throw();
    const funding = { to: TESTER.address, data: "0x", value: 5n };
    expect(check(await lineOf(VICTIM, funding))).to.not.throw();
    const typed = { ...CALL, type: 2, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, gasPrice: null };
    expect(check(await lineOf(VICTIM, typed))).to.not.throw();
    expect(check({ kind: "dropped", step: "base/X" })).to.not.throw();
  });

  const theft = { to: ATTACKER.address, data: "0x", value: 9n * 10n ** 18n };
  const ATTACKS: Readonly<Record<string, readonly [() => Promise<JournalLine>, string]>> = {
    "the attacker's own transaction under the victim's name": [
      () => lineOf(ATTACKER, theft, { from: VICTIM.address }),
      "not an account of this migration",
    ],
    "the attacker's mined transaction for a step": [
      () => lineOf(ATTACKER),
      "not an account of this migration",
    ],
    "a test account's transaction under the victim's name": [
      () => lineOf(TESTER, CALL, { from: VICTIM.address }),
      "its line says",
    ],
    "a transaction of another chain": [() => lineOf(VICTIM, { ...CALL, chainId: 1 }), "chain ID 1"],
    "a transaction without a chain ID": [
      () => lineOf(VICTIM, { ...CALL, chainId: 0 }),
      "chain ID 0",
    ],
    "another nonce than the line says": [() => lineOf(VICTIM, CALL, { nonce: 4 }), "has nonce 3"],
    "another call than the line says": [
      () => lineOf(VICTIM, CALL, { call: callOf({ to: CONTRACT, data: "0x" }) }),
      "makes a different call",
    ],
    "money for somebody else that the victim once signed": [
      () => lineOf(VICTIM, theft),
      "only to its test accounts",
    ],
    "money and a call for a test account": [
      () => lineOf(VICTIM, { to: TESTER.address, data: "0x12", value: 1n }),
      "only to its test accounts",
    ],
    "money for a new contract": [
      () => lineOf(VICTIM, { data: "0x6001", value: 1n }),
      "a new contract",
    ],
    "an access list": [
      () =>
        lineOf(VICTIM, {
          ...CALL,
          type: 2,
          gasPrice: null,
          maxFeePerGas: 1n,
          maxPriorityFeePerGas: 1n,
          accessList: [{ address: CONTRACT, storageKeys: [] }],
        }),
      "transaction type",
    ],
    "a transaction without a signature": [
      () =>
        lineOf(VICTIM, CALL, {
          raw: Transaction.from({ ...CALL, type: 2, chainId: 31337, nonce: 3 }).unsignedSerialized,
        }),
      "is signed by nobody, which is not an account of this migration",
    ],
    "bytes that are no transaction": [
      () => lineOf(VICTIM, CALL, { raw: "0x1234" }),
      "does not contain a transaction",
    ],
  };
  for (const [what, [make, reason]] of Object.entries(ATTACKS)) {
    it(`refuses ${what}`, async () => {
      expect(check(await make()))
        .to.throw(reason)
        .with.property("message")
        .that.includes("Nothing was signed or sent");
    });
  }
});
