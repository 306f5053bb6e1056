import { expect } from "chai";
import { keccak256, toUtf8Bytes } from "ethers";

import { safeBatchOf, transactionsOf } from "../../../src/simulate/report/calldata.js";
import { firstDifference, parseSimulation, sealed } from "../../../src/simulate/report/seal.js";
import type { Simulation } from "../../../src/simulate/simulation.js";
import { MigrationError, UsageError } from "../../../src/support/errors.js";

const EVIL =
  "</script><img src=x onerror=alert(1)> [a](javascript:b) `c` | **d**\n# e @f \u001b[31m";
const TO = "0x4c5859f0F772848b2D91F1D83E2Fe57935348029";
const NOBODY = `0x${"0".repeat(40)}`;

function simulation(changes: object = {}): Simulation {
  const at = (address: string) => ({ address, code: "account" }) as const;
  return sealed({
    schemaVersion: 1,
    tool: { name: "hardhat-dao-migration", version: "1" },
    inputs: { eventsFromBlock: 0, alone: true },
    chainId: 100,
    block: { number: 7, hash: `0x${"ab".repeat(32)}`, timestamp: 1_600_000_000 },
    avatar: NOBODY,
    name: EVIL,
    proposal: {
      id: `0x${"cd".repeat(32)}`,
      scheme: at(TO),
      votingMachine: at(NOBODY),
      proposer: NOBODY,
      description: EVIL,
      draft: true,
      requests: { notRead: EVIL },
    },
    passes: { verdict: "can pass", votes: [], stakes: [] },
    does: { verdict: "no", effects: [{ request: EVIL, happened: "no", instead: EVIL }] },
    warnings: [{ id: "x", status: "warning", what: EVIL, why: EVIL, check: EVIL, todo: EVIL }],
    passed: {
      state: "executed",
      stages: [
        {
          stage: "propose",
          time: 1,
          from: NOBODY,
          to: TO,
          value: "0",
          data: "0x1234",
          outcome: "refused",
          reason: EVIL,
          gas: "21000",
          fits: true,
          events: [],
          calls: {} as never,
        },
      ],
      balances: [],
      changes: { differences: [], notCompared: [] },
      promises: {},
    },
    ...changes,
  });
}

describe("transactionsOf", () => {
  it("lists every transaction exactly as simulated, and nothing else of it", () => {
    const { passed, proposal, block } = simulation();
    const redeem = { ...passed.stages[0]!, stage: "redeem", part: "ether", value: "5" } as const;
    const stages = [...passed.stages, redeem];
    const common = { from: NOBODY, to: TO, data: "0x1234", gas: "21000" };
    expect(transactionsOf(simulation({ passed: { ...passed, stages } }))).to.deep.equal({
      chainId: 100,
      block,
      proposal: proposal.id,
      transactions: [
        { stage: "propose", part: undefined, ...common, value: "0" },
        { stage: "redeem", part: "ether", ...common, value: "5" },
      ],
    });
  });
});

describe("safeBatchOf", () => {
  it("contains what anybody may send of a proposal that is made, without votes and stakes", () => {
    const { proposal, passed } = simulation();
    const { draft: _draft, ...made } = proposal;
    const kinds = ["stake", "vote", "execute", "executeScheme", "redeem", "redeemFromMachine"];
    const stages = kinds.map((stage, index) => ({
      ...passed.stages[0]!,
      stage,
      data: `0x0${index}`,
    }));
    const batch = safeBatchOf(simulation({ proposal: made, passed: { ...passed, stages } })) as {
      readonly meta: { readonly name: string; readonly description: string };
      readonly transactions: readonly { readonly data: string }[];
    };
    expect(batch.transactions.map(({ data }) => data)).to.deep.equal([
      ...["0x02", "0x03", "0x04", "0x05"],
    ]);
    expect(batch.meta.name).to.equal("Carries out the proposal 0xcdcdcdcd");
    expect(batch.meta.description).to.match(
      /^Carries out the proposal 0x(cd){32}, as simulated at block 7 \(\w+\)$/,
    );
  });

  it("has the checksum that Safe's transaction builder verifies", () => {
    const batch = safeBatchOf(simulation()) as { meta: { checksum?: string; name: string } };
    const { checksum, ...meta } = batch.meta;
    // As the builder serializes it: with sorted keys, without the name.
    const described = JSON.stringify((meta as Record<string, unknown>).description);
    const text =
      `{["chainId","createdAt","meta","transactions","version"]"100",1600000000000,` +
      `{["createdFromOwnerAddress","createdFromSafeAddress","description","name","txBuilderVersion"]"","",${described},null,"1.16.5",},` +
      `[{["contractInputsValues","contractMethod","data","to","value"]null,null,"0x1234","${TO}","0",}],"1.0",}`;
    expect(checksum).to.equal(keccak256(toUtf8Bytes(text)));
  });

  it("says so if there is no transaction that anyone may send", () => {
    const { proposal, passed } = simulation();
    const { draft, ...made } = proposal;
    const stages = passed.stages.map((each) => ({ ...each, stage: "vote" }));
    expect(() =>
      safeBatchOf(simulation({ proposal: made, passed: { ...passed, stages } })),
    ).to.throw(MigrationError, /nothing to send/);
    expect(draft).to.equal(true);
  });
});

describe("parseSimulation", () => {
  it("accepts what was written, and refuses changed and other files", () => {
    const text = JSON.stringify(simulation());
    expect(JSON.stringify(parseSimulation(text))).to.equal(text);
    const changed = text.replace('"verdict":"no"', '"verdict":"yes"');
    expect(() => parseSimulation(changed)).to.throw(MigrationError, /was changed/);
    for (const other of ["{", "[]", "null", '{"schemaVersion":2}']) {
      expect(() => parseSimulation(other), other).to.throw(UsageError, /simulate/);
    }
  });

  it("finds where two simulations differ, and ignores the tool's version", () => {
    const [a, b] = [simulation(), simulation({ tool: { name: "x", version: "2" } })];
    expect(firstDifference(a, b)).to.equal(undefined);
    const c = simulation({ does: { verdict: "yes", effects: [] } });
    expect(firstDifference(a, c)).to.equal('does.verdict: "no" before, "yes" now');
  });
});
