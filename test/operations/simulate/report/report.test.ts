import { expect } from "chai";
import { keccak256, toUtf8Bytes } from "ethers";

import type { ProposalDescription } from "../../../../src/engine/inspect/description.js";
import {
  safeBatchOf,
  transactionsOf,
} from "../../../../src/operations/simulate/report/calldata.js";
import {
  firstDifference,
  parseSimulation,
} from "../../../../src/operations/simulate/report/seal.js";
import type { Simulation } from "../../../../src/operations/simulate/simulation.js";
import { MigrationError, UsageError } from "../../../../src/foundation/support/errors.js";
import { sampleInspection } from "../../../engine/inspect/sample-inspection.js";
import { sampleSimulation } from "../../../output/report/sample-simulation.js";

const EVIL =
  "</script><img src=x onerror=alert(1)> [a](javascript:b) `c` | **d**\n# e @f \u001b[31m";
const DAO = { ...sampleInspection(), chainId: 100 };
const [PROPOSAL] = DAO.proposals as readonly ProposalDescription[];
const SAMPLE = sampleSimulation(DAO, PROPOSAL!, EVIL);
const { proposal, passed, block } = SAMPLE;
const [STAGE] = passed.stages;
const { id } = proposal;

/** A simulation of a proposal that is made or drafted, with these stages. */
function simulation(isDraft: boolean, ...stages: readonly object[]): Simulation {
  const all = stages.map((each) => ({ ...STAGE!, part: undefined, ...each }));
  return sampleSimulation(DAO, PROPOSAL!, EVIL, {
    proposal: { ...proposal, draft: isDraft || undefined },
    passed: { ...passed, stages: all },
  });
}

describe("transactionsOf", () => {
  it("lists every transaction exactly as simulated, and nothing else of it", () => {
    const redeem = { stage: "redeem", part: "ether", value: "5" };
    const { from, to, data, gas } = STAGE!;
    const common = { from, to, data, gas };
    expect(transactionsOf(simulation(true, { stage: "propose" }, redeem))).to.deep.equal({
      chainId: 100,
      block,
      proposal: id,
      transactions: [
        { stage: "propose", part: undefined, ...common, value: "0" },
        { stage: "redeem", part: "ether", ...common, value: "5" },
      ],
    });
  });
});

describe("safeBatchOf", () => {
  it("contains what anybody may send of a proposal that is made, without votes and stakes", () => {
    const kinds = ["stake", "vote", "execute", "executeScheme", "redeem", "redeemFromMachine"];
    const stages = kinds.map((stage, index) => ({ stage, data: `0x0${index}` }));
    const made = simulation(false, ...stages);
    const batch = safeBatchOf(made) as {
      readonly meta: { readonly name: string; readonly description: string };
      readonly transactions: readonly { readonly data: string }[];
    };
    expect(batch.transactions.map(({ data }) => data)).to.deep.equal([
      ...["0x02", "0x03", "0x04", "0x05"],
    ]);
    expect(batch.meta.name).to.equal(`Carries out the proposal ${id.slice(0, 10)}`);
    expect(batch.meta.description).to.equal(
      `Carries out the proposal ${id}, as simulated at block ${block.number} (${made.hash})`,
    );
  });

  it("has the checksum that Safe's transaction builder verifies", () => {
    const batch = safeBatchOf(simulation(true, { stage: "propose" })) as {
      meta: { checksum?: string; description: string };
    };
    // As the builder serializes it: with sorted keys, without the name.
    const described = JSON.stringify(batch.meta.description);
    const text =
      `{["chainId","createdAt","meta","transactions","version"]"100",${block.timestamp * 1000},` +
      `{["createdFromOwnerAddress","createdFromSafeAddress","description","name","txBuilderVersion"]"","",${described},null,"1.16.5",},` +
      `[{["contractInputsValues","contractMethod","data","to","value"]null,null,"${STAGE!.data}","${STAGE!.to}","0",}],"1.0",}`;
    expect(batch.meta.checksum).to.equal(keccak256(toUtf8Bytes(text)));
  });

  it("says so if there is no transaction that anyone may send", () => {
    const votes = simulation(false, { stage: "vote" });
    expect(() => safeBatchOf(votes)).to.throw(MigrationError, /nothing to send/);
  });
});

describe("parseSimulation", () => {
  it("accepts what was written, and refuses changed and other files", () => {
    const text = JSON.stringify(SAMPLE);
    expect(JSON.stringify(parseSimulation(text))).to.equal(text);
    const changed = text.replace('"verdict":"no"', '"verdict":"yes"');
    expect(() => parseSimulation(changed)).to.throw(MigrationError, /was changed/);
    for (const other of ["{", "[]", "null", '{"schemaVersion":2}']) {
      expect(() => parseSimulation(other), other).to.throw(UsageError, /simulate/);
    }
  });

  it("finds where two simulations differ, and ignores the tool's version", () => {
    const other = (changes: Partial<Simulation>) =>
      firstDifference(SAMPLE, sampleSimulation(DAO, PROPOSAL!, EVIL, changes));
    expect(other({ tool: { name: "x", version: "2" } })).to.equal(undefined);
    expect(other({ does: { verdict: "yes", effects: [] } })).to.equal(
      'does.verdict: "no" before, "yes" now',
    );
  });
});
