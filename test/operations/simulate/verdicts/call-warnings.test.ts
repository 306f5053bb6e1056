import type {
  SimulatedTransaction,
  TracedCall,
} from "../../../../src/operations/simulate/simulation.js";
import { callWarnings } from "../../../../src/operations/simulate/verdicts/call-warnings.js";
import { account } from "../../../engine/inspect/sample-inspection.js";
import { expectWarnings, NO_CONSEQUENCES } from "./golden-warnings.js";

const [TARGET, OTHER] = [account(90), account(91)];
const { before } = NO_CONSEQUENCES;

function call(changes: object = {}, ...calls: readonly TracedCall[]): TracedCall {
  return {
    type: "CALL",
    from: before.avatar.address,
    to: { address: TARGET, code: "arc", name: "ActionMock" },
    value: "0",
    data: "0x12345678",
    gas: "21000",
    calls,
    ...changes,
  };
}

function warnings(calls: TracedCall, ...changes: readonly Partial<SimulatedTransaction>[]) {
  const stage = {
    stage: "executeScheme",
    outcome: "done",
    gas: "21000",
    fits: true,
    calls,
    events: [],
  };
  const stages = (changes.length === 0 ? [{}] : changes).map((each) => ({ ...stage, ...each }));
  return callWarnings({ ...NO_CONSEQUENCES, stages: stages as never });
}

describe("callWarnings", () => {
  const ether = { data: "0x", value: "1" };
  const nobody = { to: { address: OTHER, code: "account" } };
  const unknown = (address: string) => ({ to: { address, code: "unknown" } });

  it("warns of calls of the DAO that do nothing, or whose effect can change", () => {
    expectWarnings("calls.txt", {
      "Arc's contracts, at any depth": warnings(
        call({}, call({ from: TARGET }), call({ type: "STATICCALL" })),
      ),
      "data for an account": warnings(call(nobody)),
      "data for an account, twice": warnings(call({}, call(nobody), call(nobody))),
      "ether for an account": warnings(call({ ...nobody, ...ether })),
      "a precompile": warnings(call({ to: { address: `0x${"0".repeat(39)}1`, code: "account" } })),
      "an account, by another contract": warnings(call({ ...nobody, from: OTHER })),
      "unknown code": warnings(call(unknown(OTHER))),
      "the delegate of an account": warnings(
        call({ to: { address: OTHER, code: "account", delegate: TARGET } }),
      ),
      "ether for unknown code": warnings(call({ ...unknown(OTHER), ...ether })),
      "unknown code of its token": warnings(call(unknown(before.token.contract.address))),
      "unknown code of its reputation": warnings(call(unknown(before.reputation.contract.address))),
      "unknown code of its controller": warnings(call(unknown(before.controller.address))),
      "unknown code, by another contract": warnings(call({ ...unknown(OTHER), from: TARGET })),
    });
  });

  it("says what it does with other proposals", () => {
    const machine = { address: OTHER, code: "arc", name: "GenesisProtocol" };
    const act = (name: string, args: object, emitter: object = machine) => {
      const event = { name, args: { _proposalId: "0x07", ...args }, knownBy: "code" };
      return warnings(call(), { events: [{ emitter, event, topics: [], data: "0x" }] as never });
    };
    const vote = (_vote: string) =>
      act("VoteProposal", { _voter: TARGET, _vote, _reputation: "5" });
    expectWarnings("other-acts.txt", {
      "a vote for it": vote("1"),
      "a vote against it": vote("2"),
      "an abstention": vote("0"),
      "a stake against it": act("Stake", { _staker: TARGET, _vote: "2", _amount: "5" }),
      "a decision": act("ExecuteProposal", {}),
      "an event of a scheme": act("ExecuteProposal", {}, { ...machine, name: "UpgradeScheme" }),
      "an event of a stranger's": act("ExecuteProposal", {}, { ...machine, code: "unknown" }),
    });
  });

  it("warns of code that is dangerous, at any depth", () => {
    const deep = (type: string) =>
      call({}, call({ from: OTHER }, call({ from: TARGET, type }), call({ from: TARGET, type })));
    expectWarnings("dangerous-code.txt", {
      delegatecall: warnings(deep("DELEGATECALL")),
      callcode: warnings(deep("CALLCODE")),
      selfdestruct: warnings(deep("SELFDESTRUCT")),
    });
  });

  it("warns of too much gas, of inner failures, and of a refused execution", () => {
    const inside = { outcome: "failed inside" } as const;
    const refused = { outcome: "refused", reason: "too late" } as const;
    const [vote, redeem] = [{ stage: "vote" }, { stage: "redeem" }] as const;
    expectWarnings("failures.txt", {
      "too much gas": warnings(call(), { fits: false }),
      "inside the machine's execute": warnings(call(), { stage: "execute", ...inside }),
      "inside the scheme's execute": warnings(call(), inside),
      "inside a vote": warnings(call(), { ...vote, ...inside }),
      "the machine's execute": warnings(call(), { stage: "execute", ...refused }),
      "the scheme's execute, without a reason": warnings(call(), { outcome: "refused" }),
      "a vote before one that decides": warnings(call(), { ...vote, ...refused }, vote),
      "the last vote": warnings(call(), vote, { ...vote, ...refused }),
      "a redeem, which has a warning of its own": warnings(call(), { ...redeem, ...refused }),
      "a redeem from the machine": warnings(call(), { stage: "redeemFromMachine", ...refused }),
    });
  });
});
