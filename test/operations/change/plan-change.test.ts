import { expect } from "chai";

import type { DaoChange } from "../../../src/operations/change/change.js";
import { ForkedChain } from "../../../src/operations/simulate/chain/forked-chain.js";
import { problemIn, readSchema } from "../../../src/foundation/support/json-schema.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { CHANGING_DAO, openDao, planned, sharedDao } from "./change-dao.js";

const NEWCOMER = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";

const keysOf = ({ proposals }: DaoChange): string[] => proposals.map(({ key }) => key);

/** Runs, and notes who sends on a fork. */
async function withSenders<Result>(run: () => Promise<Result>) {
  const chain = ForkedChain.prototype;
  const send = Reflect.get(chain, "send");
  const senders = new Set<string>();
  chain.send = async function (transaction) {
    senders.add(transaction.from);
    return await send.call(this, transaction);
  };
  try {
    return { result: await run(), senders };
  } finally {
    chain.send = send;
  }
}

/** Expects that the published schema has every field of a plan with work, and refuses anything else. */
function expectOfSchema(made: DaoChange): void {
  const schema = readSchema("plan.schema.json");
  const change = JSON.parse(JSON.stringify(made)) as DaoChange;
  expect(problemIn(change, schema)).to.equal(undefined);
  for (const [name, list] of [
    ["DaoChange", [change]],
    ["ChangeProposal", change.proposals],
    ["ChangeTransaction", change.transactions],
    ["RemainingDifference", change.left],
  ] as const) {
    expect(list).to.not.deep.equal([]);
    const { properties = {} } = name === "DaoChange" ? schema : schema.definitions![name]!;
    for (const each of list) expect(properties).to.include.keys(Object.keys(each));
  }
  const { avatar: _, ...without } = change;
  const proposals = [{ ...change.proposals[0], status: "done" }];
  const wrong = [{ schemaVersion: 2 }, { gas: 7 }, { proposals }];
  for (const each of [without, ...wrong.map((fields) => ({ ...change, ...fields }))]) {
    expect(problemIn(each, schema)).to.not.equal(undefined);
  }
}

describe("planChange", () => {
  const made = sharedDao(async () => await openDao());
  const schemeAt = (name: string): string =>
    made.dao.Schemes.find((each) => each.name === name)!.address;

  it("has nothing to do if the DAO matches the file, with or without a result file", async () => {
    for (const knowsResult of [false, true]) {
      const change = await planned(made, CHANGING_DAO, { knowsResult });
      expect(change).to.deep.include({
        ...{
          empty: true,
          matches: "yes",
          transactions: [],
          proposals: [],
          left: [],
          notCompared: [],
          gas: "0",
        },
      });
    }
  });

  it("gives a scheme other vote parameters with one transaction and one proposal", async () => {
    const raw = { ...CHANGING_DAO, ContributionReward: [{ voteParams: 1 }] };
    const { result: change, senders } = await withSenders(async () => await planned(made, raw));
    // A holder of reputation, who exists on the chain.
    expect([...senders]).to.deep.equal([CHANGING_DAO.founders[0].address]);
    expect(change).to.deep.include({ empty: false, left: [], warnings: [] });
    const [transaction, second] = change.transactions;
    expect(second, "vote parameters were set for the DAO already").to.equal(undefined);
    expect(transaction).to.include({
      ...{ kind: "call", contract: "ContributionReward", function: "setParameters" },
      address: schemeAt("ContributionReward"),
    });
    expect(keysOf(change)).to.deep.equal(["register/ContributionReward[0]"]);
    const [proposal] = change.proposals;
    expect(proposal).to.deep.include({ number: 1, status: "to be made", after: [] });
    expect(proposal!.differences).to.have.length(1);
    expect(proposal!.differences![0]).to.contain("queuedVoteRequiredPercentage is 50 on the chain");
    expect(proposal!.scheme).to.include({ name: "SchemeRegistrar" });
    expect(proposal!.control).to.deep.include({
      accounts: [CHANGING_DAO.founders[0].address],
      neededPercent: 50,
    });
    expect(proposal!.passes.verdict).to.equal("can pass");
    expect(proposal!.does.verdict).to.equal("yes");
    expect(Number(proposal!.gas.propose)).to.be.greaterThan(100_000);
  });

  it("registers before it pays, pays before it removes, and removes the registrar last", async () => {
    const raw = {
      ...CHANGING_DAO,
      orgName: "Other",
      schemes: { SchemeRegistrar: true, ContributionReward: true, GenericScheme: true },
      SchemeRegistrar: [{ voteRegisterParams: 1, voteRemoveParams: 0 }],
      GenericScheme: [{ targetContract: { StandAloneContract: 0 }, voteParams: 0 }],
      founders: [...CHANGING_DAO.founders, { address: NEWCOMER, tokens: 5, reputation: 7.5 }],
      StandAloneContracts: [{ name: "ActionMock", fromArc: true }],
    } as const satisfies MigrationParameters;
    const change = await planned(made, raw);
    expect(change.transactions.map(({ step }) => step)).to.deep.equal([
      "change/standAlone/0-ActionMock/deploy",
      "change/schemes/SchemeRegistrar/0",
      "change/schemes/GenericScheme/0/deploy",
      "change/schemes/GenericScheme/0/initialize",
    ]);
    expect(keysOf(change)).to.deep.equal([
      "register/GenericScheme[0]",
      `reward/${NEWCOMER}`,
      "register/SchemeRegistrar[0]",
      `unregister/${schemeAt("UpgradeScheme")}`,
    ]);
    const { proposals } = change;
    expect(proposals.map(({ status, after }) => [status, after])).to.deep.equal([
      ["to be made", []],
      ["to be made", []],
      ["waits", [1, 2]],
      ["waits", [1, 2, 3]],
    ]);
    expect(proposals.map(({ does }) => does.verdict)).to.deep.equal(["yes", "yes", "yes", "yes"]);
    expect(proposals[0]!.warnings.map(({ id }) => id)).to.deep.equal(["power-gained"]);
    expect(proposals[3]!.why).to.match(/^UpgradeScheme 0x\w+ is registered but not in the file\.$/);
    expect(proposals[1]!.requests).to.deep.include({ tokens: "5.0", reputation: "7.5" });
    expect(change.left.map(({ where }) => where)).to.deep.equal([
      ...["orgName", "tokenName", "tokenSymbol"],
    ]);
    expect(change.left[0]!.why).to.contain("can never change");
    expectOfSchema(change);
  });

  it("restores what a vote can change of the founding, and says what remains", async () => {
    const [founder] = CHANGING_DAO.founders;
    const founders = [{ ...founder, tokens: 900, reputation: 990 }];
    const { proposals, left } = await planned(made, { ...CHANGING_DAO, founders });
    expect(proposals).to.have.length(1);
    expect(left.map(({ where }) => where)).to.deep.equal(["founders[0]"]);
    expect(left[0]!.why).to.contain("Proposal 1 restores");
  });
});
