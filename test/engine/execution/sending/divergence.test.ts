import { expect } from "chai";
import { getAddress } from "ethers";

import type { Log } from "../../../../src/foundation/chain/rpc-types.js";
import {
  divergenceBefore,
  divergenceOf,
} from "../../../../src/engine/execution/sending/divergence.js";
import { NO_OUTCOME, type Outcome } from "../../../../src/engine/execution/sending/outcome.js";
import { codeHash, type PlannedStep } from "../../../../src/engine/execution/steps/plan.js";
import type { MinedStep } from "../../../../src/engine/execution/steps/step.js";
import { contextOn, FakeNode, plannedSteps } from "./fake-node.js";

const CODE = "0x60016002";
const [PLANNED, MINED, OTHER] = ["aa", "bb", "cc"].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
];
const log = (address: string, data = "0x"): Log => ({ address, topics: [], data });

/** Returns a planned step and the same step as mined, with a test's changes to both. */
function pair(
  planned: Partial<PlannedStep> = {},
  mined: Partial<MinedStep> = {},
  place = 0,
): readonly [PlannedStep, MinedStep] {
  const [step] = plannedSteps(place + 1).slice(place);
  if (step === undefined) throw new Error("No step.");
  const fixed = { transactionHash: "0x", blockNumber: 1, gasUsed: 1n, logs: [] };
  return [
    { ...step, ...planned },
    { ...fixed, ...mined },
  ];
}

/** Compares steps on a node with code at some addresses. */
async function compare(
  pairs: readonly (readonly [PlannedStep, MinedStep])[],
  { codes = {}, node = new FakeNode() }: { codes?: Record<string, string>; node?: FakeNode } = {},
  more: Partial<Outcome> = {},
) {
  node.instead((method, params, usual) =>
    method === "eth_getCode" ? (codes[String(params[0])] ?? "0x") : usual(),
  );
  const mined = new Map(pairs.map(([{ step }, result]) => [step, result]));
  const steps = pairs.map(([step]) => step);
  return await divergenceOf(contextOn(node).context, steps, { ...NO_OUTCOME, mined, ...more });
}

const creates = (address: string) => ({ codes: [{ address, hash: codeHash(CODE) }] });
const different = (step: string) =>
  `step ${step} emitted different events or created a different contract`;

describe("divergenceOf", () => {
  it("is none if steps ran as in the rehearsal, whatever the chain itself emits", async () => {
    const system = log(`0x${"00".repeat(18)}1010`);
    const same = pair({ logs: [log(PLANNED)] }, { logs: [log(PLANNED), system] });
    expect(await compare([same])).to.equal(undefined);
    expect(await compare([])).to.equal(undefined);
  });

  it("is the first step that failed, with its reason, and whether others caused it", async () => {
    const [first] = pair();
    const [second] = pair({}, {}, 1);
    for (const isByOthers of [true, false]) {
      const node = new FakeNode();
      const failed = new Map([["step/1", { reason: "it was late", isByOthers }]]);
      const found = await divergenceOf(contextOn(node).context, [first, second], {
        mined: new Map(),
        failed,
      });
      expect(found).to.deep.equal({
        reason: "step step/1 failed: it was late",
        isExplained: isByOthers,
        contract: second.to,
      });
    }
  });

  it("is a step with other events, which nothing explains", async () => {
    const other = pair({ logs: [log(PLANNED, "0x01")] }, { logs: [log(PLANNED, "0x02")] }, 1);
    expect(await compare([pair(), other])).to.deep.equal({
      reason: different("step/1"),
      isExplained: false,
    });
  });

  it("is a step that created a contract at another address", async () => {
    const moved = pair({ contractAddress: PLANNED }, { contractAddress: MINED });
    expect(await compare([moved])).to.deep.equal({
      reason: different("step/0"),
      isExplained: false,
    });
  });

  it("is a new contract at another address in the events, which others' transactions explain", async () => {
    const moved = pair({ logs: [log(PLANNED)], wantsLogs: true }, { logs: [log(MINED)] }, 1);
    expect(await compare([pair(), moved])).to.deep.equal({
      reason: different("step/1"),
      isExplained: true,
    });
    const other = pair({ logs: [log(PLANNED)] }, { logs: [log(MINED)] }, 2);
    expect(
      await compare([pair(), moved, other]),
      "what is not explained comes first",
    ).to.deep.equal({ reason: different("step/2"), isExplained: false });
  });

  it("ignores steps that were not rehearsed, and those that are not mined", async () => {
    const unknown = pair({ logs: [log(PLANNED)], isRehearsed: false }, { logs: [] });
    expect(await compare([unknown])).to.equal(undefined);
    const [step] = pair({ logs: [log(PLANNED)] });
    expect(await divergenceOf(contextOn(new FakeNode()).context, [step], NO_OUTCOME)).to.equal(
      undefined,
    );
  });

  it("is a created contract with other code", async () => {
    const step = pair({
      codes: [
        { address: OTHER, hash: codeHash("0x11") },
        { address: PLANNED, hash: codeHash(CODE) },
      ],
    });
    const codes = { [OTHER]: "0x11", [PLANNED]: CODE };
    expect(await compare([pair({}, {}, 1), step], { codes })).to.equal(undefined);
    expect(
      await compare([pair({}, {}, 1), step], { codes: { ...codes, [PLANNED]: "0x22" } }),
    ).to.deep.equal({
      reason: "step step/0 created a contract with different code",
      isExplained: false,
    });
  });

  it("looks for the code at the address that the events say, if a later step reads them", async () => {
    const events = { logs: [log(PLANNED)], ...creates(PLANNED) };
    const moved = pair({ ...events, wantsLogs: true }, { logs: [log(getAddress(MINED))] });
    const explained = { reason: different("step/0"), isExplained: true };
    expect(await compare([moved], { codes: { [MINED]: CODE } })).to.deep.equal(explained);
    expect(await compare([moved], { codes: { [PLANNED]: CODE } })).to.deep.include({
      isExplained: false,
    });
    const fixed = pair(events, { logs: [log(PLANNED)] });
    expect(await compare([fixed], { codes: { [PLANNED]: CODE } })).to.equal(undefined);
  });

  it("asks ten times for code, a polling interval apart, because a node may lag", async () => {
    const node = new FakeNode();
    const before = node.now;
    const lost = pair(creates(PLANNED));
    expect(await compare([lost], { node })).to.deep.include({ isExplained: false });
    const asked = node.requests.filter((method) => method === "eth_getCode");
    expect(asked).to.have.length(10);
    expect(node.now - before).to.equal(9 * 2_000);
  });

  it("takes the code that a lagging node returns later", async () => {
    const node = new FakeNode();
    const codes: Record<string, string> = {};
    node.mine = () => void (codes[PLANNED] = CODE);
    expect(await compare([pair(creates(PLANNED))], { codes, node })).to.equal(undefined);
    expect(node.requests).to.deep.equal(["eth_getCode", "eth_getCode"]);
  });
});

describe("divergenceBefore", () => {
  const state = {
    address: PLANNED,
    contractName: "GenericScheme",
    code: codeHash(CODE),
    values: [
      { name: "avatar", data: "0x5aef7de6", result: `0x${"0".repeat(24)}${"aa".repeat(20)}` },
    ],
  };

  /** Returns what a node with these answers proves; each answer is one of `eth_call`, the last one stays. */
  async function proven(results: string[], { code = CODE, since = 0, confirmations = 1 } = {}) {
    const node = new FakeNode();
    let blocks = 0;
    const tags = new Set<unknown>();
    node.instead((method, params, usual) => {
      if (method === "eth_getCode") return code;
      if (method === "eth_call") {
        tags.add(params[1]);
        return results.length > 1 ? results.shift() : results[0];
      }
      if (method === "eth_getBlockByNumber") {
        const number = `0x${(blocks++).toString(16)}`;
        return { number, timestamp: "0x1", gasLimit: "0x1" };
      }
      return usual();
    });
    const { context } = contextOn(node, { confirmations });
    const found = await divergenceBefore(context, { restsOn: [state] }, since);
    return { found, blocks, tags: [...tags] };
  }

  const [{ result }] = state.values as [(typeof state.values)[number]];

  it("is none if the contracts say of themselves what they said in the rehearsal", async () => {
    expect(await proven([result])).to.include({ found: undefined, blocks: 0 });
  });

  it("is a contract that somebody else initialized", async () => {
    const { found } = await proven([`0x${"11".repeat(32)}`]);
    expect(found).to.deep.equal({
      reason: `GenericScheme ${PLANNED} returns 0x${"11".repeat(32)} for avatar(), instead of ${result}`,
      isExplained: false,
      isUnproven: true,
      contract: PLANNED,
    });
  });

  it("is a contract without code, or with another one", async () => {
    const { found } = await proven([result], { code: "0x" });
    expect(found).to.include({ reason: `GenericScheme ${PLANNED} has different code` });
  });

  it("asks again, because a node may lag", async () => {
    expect(await proven(["0x", "0x", result])).to.include({ found: undefined, blocks: 0 });
  });

  it("waits until the last step has all its confirmations, and reads all at that block", async () => {
    expect(await proven([result], { since: 5, confirmations: 3 })).to.deep.equal({
      ...{ found: undefined, blocks: 8, tags: ["0x7"] },
    });
  });
});
