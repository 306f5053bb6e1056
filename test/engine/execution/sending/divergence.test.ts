import { expect } from "chai";
import { getAddress } from "ethers";

import type { Log } from "../../../../src/foundation/chain/rpc-types.js";
import { expectRecorded } from "../../../recorded.js";
import {
  divergenceBefore,
  divergenceOf,
} from "../../../../src/engine/execution/sending/divergence.js";
import { NO_OUTCOME } from "../../../../src/engine/execution/sending/outcome.js";
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
) {
  node.instead((method, params, usual) =>
    method === "eth_getCode" ? (codes[String(params[0])] ?? "0x") : usual(),
  );
  const mined = new Map(pairs.map(([{ step }, result]) => [step, result]));
  const steps = pairs.map(([step]) => step);
  return await divergenceOf(contextOn(node).context, steps, { ...NO_OUTCOME, mined });
}

const creates = (address: string) => ({ codes: [{ address, hash: codeHash(CODE) }] });

describe("divergenceOf", () => {
  it("is none if steps ran as in the rehearsal, whatever the chain itself emits", async () => {
    const system = log(`0x${"00".repeat(18)}1010`);
    const same = pair({ logs: [log(PLANNED)] }, { logs: [log(PLANNED), system] });
    expect([await compare([same]), await compare([])]).to.deep.equal([undefined, undefined]);
  });

  it("is the first step that failed, with its reason, and whether others caused it", async () => {
    const steps = [pair()[0], pair({}, {}, 1)[0]];
    const found = [true, false].map(async (isByOthers) => {
      const failed = new Map([["step/1", { reason: "it was late", isByOthers }]]);
      return await divergenceOf(contextOn(new FakeNode()).context, steps, {
        ...NO_OUTCOME,
        failed,
      });
    });
    expectRecorded(await Promise.all(found));
  });

  it("asks for the hardfork if a deployment reverted that passed in the rehearsal", async () => {
    const steps = [{ ...pair()[0], to: undefined }];
    for (const isByOthers of [true, false]) {
      const failed = new Map([[steps[0]!.step, { reason: "it reverted", isByOthers }]]);
      const { context } = contextOn(new FakeNode());
      const { reason } = (await divergenceOf(context, steps, { ...NO_OUTCOME, failed }))!;
      expect(reason.includes("evmVersion")).to.equal(!isByOthers);
    }
  });

  it("is a step with other events, which nothing explains", async () => {
    const other = pair({ logs: [log(PLANNED, "0x01")] }, { logs: [log(PLANNED, "0x02")] }, 1);
    expectRecorded(await compare([pair(), other]));
  });

  it("is a step that created a contract at another address", async () => {
    const moved = pair({ contractAddress: PLANNED }, { contractAddress: MINED });
    expectRecorded(await compare([moved]));
  });

  it("is a new contract at another address in the events, which others' transactions explain, but first what is not explained", async () => {
    const moved = pair({ logs: [log(PLANNED)], wantsLogs: true }, { logs: [log(MINED)] }, 1);
    const other = pair({ logs: [log(PLANNED)] }, { logs: [log(MINED)] }, 2);
    expectRecorded([await compare([pair(), moved]), await compare([pair(), moved, other])]);
  });

  it("ignores steps that were not rehearsed, and those that are not mined", async () => {
    const unknown = pair({ logs: [log(PLANNED)], isRehearsed: false }, { logs: [] });
    expect(await compare([unknown])).to.equal(undefined);
    const [step] = pair({ logs: [log(PLANNED)] });
    const { context } = contextOn(new FakeNode());
    expect(await divergenceOf(context, [step], NO_OUTCOME)).to.equal(undefined);
  });

  it("is a created contract with other code", async () => {
    const same = { address: OTHER, hash: codeHash("0x11") };
    const steps = [pair({}, {}, 1), pair({ codes: [same, ...creates(PLANNED).codes] })];
    const codes = { [OTHER]: "0x11", [PLANNED]: CODE };
    expect(await compare(steps, { codes })).to.equal(undefined);
    expectRecorded(await compare(steps, { codes: { ...codes, [PLANNED]: "0x22" } }));
  });

  it("looks for the code at the address that the events say, if a later step reads them", async () => {
    const events = { logs: [log(PLANNED)], ...creates(PLANNED) };
    const moved = pair({ ...events, wantsLogs: true }, { logs: [log(getAddress(MINED))] });
    const fixed = pair(events, { logs: [log(PLANNED)] });
    expectRecorded([
      await compare([moved], { codes: { [MINED]: CODE } }),
      await compare([moved], { codes: { [PLANNED]: CODE } }),
      await compare([fixed], { codes: { [PLANNED]: CODE } }),
    ]);
  });

  it("asks ten times for code, a polling interval apart, because a node may lag", async () => {
    const node = new FakeNode();
    const before = node.now;
    const found = await compare([pair(creates(PLANNED))], { node });
    expectRecorded({ found, requests: node.requests, milliseconds: node.now - before });
  });

  it("takes the code that a lagging node returns later", async () => {
    const node = new FakeNode();
    const codes: Record<string, string> = {};
    node.mine = () => void (codes[PLANNED] = CODE);
    expect(await compare([pair(creates(PLANNED))], { codes, node })).to.equal(undefined);
    expect(node.requests).to.deep.equal(["eth_getCode", "eth_getCode"]);
  });

  it("asks for the latest code if the node does not know the step's block", async () => {
    const node = new FakeNode();
    node.mine = () => {
      node.instead((method, params) => {
        if (method !== "eth_getCode" || params[1] !== "latest") throw new Error("no such block");
        return CODE;
      });
    };
    expect(await compare([pair(creates(PLANNED))], { node })).to.equal(undefined);
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
    expectRecorded(await proven([result]));
  });

  it("is a contract that somebody else initialized", async () => {
    expectRecorded(await proven([`0x${"11".repeat(32)}`]));
  });

  it("is a contract without code, or with another one", async () => {
    expectRecorded(await proven([result], { code: "0x" }));
  });

  it("asks again, because a node may lag", async () => {
    expectRecorded(await proven(["0x", "0x", result]));
  });

  it("waits until the last step has all its confirmations, and reads all at that block", async () => {
    expectRecorded(await proven([result], { since: 5, confirmations: 3 }));
  });
});
