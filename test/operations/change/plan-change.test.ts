import { expect } from "chai";

import type { DaoChange } from "../../../src/operations/change/change.js";
import { ForkedChain } from "../../../src/operations/simulate/chain/forked-chain.js";
import { problemIn, readSchema } from "../../../src/foundation/support/json-schema.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { CHANGING_DAO, openDao, planned, sharedDao } from "./change-dao.js";
import { expectRecorded } from "../../recorded.js";

const NEWCOMER = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";

/** What a plan says, without the gas of what is to be sent. */
function factsOf({ empty, matches, transactions, proposals, ...said }: DaoChange) {
  const { left, notCompared, warnings, gas } = said;
  return {
    ...{ empty, matches, left, notCompared, warnings, gas: empty ? gas : "some" },
    transactions: transactions.map((each) => [each.step, each.kind, each.function, each.address]),
    proposals: proposals.map(({ number, key, status, after, scheme, requests, ...more }) => {
      const { passes, does, differences } = more;
      const verdicts = [passes.verdict, does.verdict, ...more.warnings.map(({ id }) => id)];
      const what = { through: scheme?.name, requests, differences, verdicts };
      return { number, key, status, after, ...what };
    }),
  };
}

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

  for (const knowsResult of [false, true]) {
    it(`has nothing to do if the DAO matches the file, with${knowsResult ? "" : "out"} a result file`, async () => {
      expectRecorded(factsOf(await planned(made, CHANGING_DAO, { knowsResult })));
    });
  }

  it("gives a scheme other vote parameters with one transaction and one proposal", async () => {
    const raw = { ...CHANGING_DAO, ContributionReward: [{ voteParams: 1 }] };
    const { result: change, senders } = await withSenders(async () => await planned(made, raw));
    // A holder of reputation, who exists on the chain.
    expect([...senders]).to.deep.equal([CHANGING_DAO.founders[0].address]);
    expectRecorded(factsOf(change));
    const [proposal] = change.proposals;
    expect(proposal!.control).to.deep.include({
      accounts: [CHANGING_DAO.founders[0].address],
      neededPercent: 50,
    });
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
    expectRecorded(factsOf(change));
    expectOfSchema(change);
  });

  it("restores what a vote can change of the founding, and says what remains", async () => {
    const [founder] = CHANGING_DAO.founders;
    const founders = [{ ...founder, tokens: 900, reputation: 990 }];
    expectRecorded(factsOf(await planned(made, { ...CHANGING_DAO, founders })));
  });
});
