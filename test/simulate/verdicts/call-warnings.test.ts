import { expect } from "chai";

import type { SimulatedTransaction, TracedCall } from "../../../src/simulate/simulation.js";
import { callWarnings } from "../../../src/simulate/verdicts/call-warnings.js";
import { account, sampleInspection } from "../../inspect/sample-inspection.js";

const [TARGET, OTHER] = [account(90), account(91)];
const BEFORE = sampleInspection();
const [AVATAR, TOKEN, REPUTATION, CONTROLLER] = [
  BEFORE.avatar,
  BEFORE.token.contract,
  BEFORE.reputation.contract,
  BEFORE.controller,
].map(({ address }) => address) as [string, string, string, string];

function call(changes: object = {}, calls: readonly TracedCall[] = []): TracedCall {
  return {
    type: "CALL",
    from: AVATAR,
    to: { address: TARGET, code: "arc", name: "ActionMock" },
    value: "0",
    data: "0x12345678",
    gas: "21000",
    calls,
    ...changes,
  };
}

function warningsOf(
  calls: TracedCall,
  changes: Partial<SimulatedTransaction> = {},
): readonly string[] {
  return warningsOfStages(calls, [changes]);
}

function warningsOfStages(
  calls: TracedCall,
  changes: readonly Partial<SimulatedTransaction>[],
): readonly string[] {
  const stage = { stage: "executeScheme", outcome: "done", gas: "21000", fits: true, calls };
  const stages = changes.map((each) => ({
    ...stage,
    ...each,
  })) as unknown as readonly SimulatedTransaction[];
  const consequences = { before: BEFORE, after: BEFORE, obstacle: undefined, redeemed: [], stages };
  return callWarnings(consequences).map(({ id }) => id);
}

describe("callWarnings", () => {
  it("returns none for calls to Arc's contracts, at any depth", () => {
    expect(
      warningsOf(call({}, [call({ from: TARGET }), call({ type: "STATICCALL" })])),
    ).to.deep.equal([]);
  });

  it("warns of call data for an account without code, but not of ether for one or of a precompile", () => {
    const account = { address: OTHER, code: "account" };
    expect(warningsOf(call({ to: account }))).to.deep.equal(["call-to-account"]);
    expect(warningsOf(call({}, [call({ to: account }), call({ to: account })]))).to.deep.equal([
      "call-to-account",
    ]);
    expect(warningsOf(call({ to: account, data: "0x", value: "1" }))).to.deep.equal([]);
    const precompile = { address: `0x${"0".repeat(39)}1`, code: "account" };
    expect(warningsOf(call({ to: precompile }))).to.deep.equal([]);
    // A call from any other contract is not the DAO's.
    expect(warningsOf(call({ from: OTHER, to: account }))).to.deep.equal([]);
  });

  it("warns of unknown code, unless it is the DAO's own token or only gets ether", () => {
    const unknown = (address: string) => ({ address, code: "unknown" });
    expect(warningsOf(call({ to: unknown(OTHER) }))).to.deep.equal(["call-to-unknown-code"]);
    expect(warningsOf(call({ to: unknown(OTHER), data: "0x", value: "1" }))).to.deep.equal([]);
    for (const own of [TOKEN, REPUTATION, CONTROLLER]) {
      expect(warningsOf(call({ to: unknown(own) }))).to.deep.equal([]);
    }
    expect(warningsOf(call({ from: TARGET, to: unknown(OTHER) }))).to.deep.equal([]);
  });

  it("warns of delegate calls to foreign code and of destroyed contracts, at any depth", () => {
    for (const type of ["DELEGATECALL", "CALLCODE"]) {
      const deep = call({ from: OTHER }, [call({ from: TARGET, type })]);
      expect(warningsOf(call({}, [deep]))).to.deep.equal(["delegatecall"]);
    }
    const gone = call({ from: TARGET, type: "SELFDESTRUCT" });
    expect(warningsOf(call({}, [gone, gone]))).to.deep.equal(["selfdestruct"]);
  });

  it("warns of too much gas, of inner failures, and of a refused execution", () => {
    expect(warningsOf(call(), { fits: false })).to.deep.equal(["too-much-gas"]);
    for (const stage of ["execute", "executeScheme", "vote"] as const) {
      expect(warningsOf(call(), { stage, outcome: "failed inside" })).to.deep.equal([
        "action-fails-inside",
      ]);
    }
    expect(warningsOf(call(), { outcome: "refused" })).to.deep.equal(["execution-refused"]);
    // A refused vote only matters if no later vote decides.
    const [refused, done] = [
      { stage: "vote", outcome: "refused" },
      { stage: "vote", outcome: "done" },
    ] as const;
    expect(warningsOfStages(call(), [refused, done])).to.deep.equal([]);
    expect(warningsOfStages(call(), [done, refused])).to.deep.equal(["execution-refused"]);
    // A failed redeem has a warning of its own.
    expect(warningsOf(call(), { stage: "redeem", outcome: "refused" })).to.deep.equal([]);
    expect(warningsOf(call(), { stage: "redeemFromMachine", outcome: "refused" })).to.deep.equal(
      [],
    );
  });
});
