import { expect } from "chai";

import type { DaoChange } from "../../../src/operations/change/change.js";
import type { MigrationParameters } from "../../../src/foundation/params/file/migration-parameters.js";
import { expectRecorded } from "../../recorded.js";
import { changed, CHANGING_DAO, openDao, planned, sharedDao } from "./change-dao.js";

const SOMEBODY = "0x1111111111111111111111111111111111111111";
const MOCK = { name: "ActionMock", alias: "Mock" };

/** Parameters of a DAO whose GenericScheme calls a target. */
function calling(
  targetContract: string | { readonly StandAloneContract: number },
  StandAloneContracts: MigrationParameters["StandAloneContracts"] = [],
): MigrationParameters {
  return {
    ...CHANGING_DAO,
    schemes: { ...CHANGING_DAO.schemes, GenericScheme: true },
    GenericScheme: [{ targetContract, voteParams: 0 }],
    StandAloneContracts,
  };
}

/** Parameters of a DAO whose competition decides on rewards: two contracts that refer to each other. */
function competing(votes: number): MigrationParameters {
  return {
    ...CHANGING_DAO,
    StandAloneContracts: [
      { name: "ContributionRewardExt", fromArc: true, constructor: false },
      { name: "Competition", fromArc: true, params: [{ StandAloneContract: 0 }] },
    ],
    CustomSchemes: [
      {
        name: "ContributionRewardExt",
        fromArc: true,
        permissions: "0x00000000",
        address: { StandAloneContract: 0 },
        params: ["GenesisProtocolAddress", { voteParams: votes }, { StandAloneContract: 1 }],
      },
    ],
  };
}

const stepsOf = ({ transactions }: DaoChange) => transactions.map(({ step }) => step);
const keysOf = ({ proposals }: DaoChange) => proposals.map(({ key }) => key);

describe("a change of a DAO's stand-alone contracts", () => {
  const made = sharedDao(openDao);
  const make = async (raw: MigrationParameters): Promise<void> => {
    Object.assign(made, await made.make(raw));
  };

  for (const knowsResult of [true, false]) {
    const known = knowsResult ? "with" : "without";
    it(`replaces a scheme that has to call a new one of the same name, ${known} a result file`, async () => {
      await make(calling({ StandAloneContract: 0 }, [MOCK]));
      const old = made.dao.Schemes.find(({ name }) => name === "GenericScheme")!.address;
      const wanted = calling({ StandAloneContract: 1 }, [MOCK, { ...MOCK, alias: "Other" }]);
      const change = await changed(made, wanted, { knowsResult });
      if (knowsResult) {
        expectRecorded(stepsOf(change));
        expect(keysOf(change)).to.deep.equal(["register/GenericScheme[0]", `unregister/${old}`]);
        expect(change.proposals[0]!.differences).to.deep.equal([
          "GenericScheme: contractToCall is StandAloneContracts[1] in the file, which must be deployed.",
        ]);
        expect((await planned(made, wanted)).proposals).to.deep.equal([]);
      } else {
        // The two look the same, so the contract that the scheme calls already matches the file.
        expect(change.proposals).to.deep.equal([]);
      }
      expect(change.left).to.deep.equal([]);
    });
  }

  it("replaces a scheme that has to call a new contract which comes first in the file", async () => {
    await make(calling({ StandAloneContract: 0 }, [MOCK, { name: "Wallet" }]));
    const list = [{ ...MOCK, alias: "Other" }, MOCK, { name: "Wallet" }];
    const wanted = calling({ StandAloneContract: 0 }, list);
    const change = await planned(made, wanted, { knowsResult: true });
    expect(stepsOf(change)[0]).to.equal("change/standAlone/0-ActionMock/deploy");
    expect(keysOf(change)[0]).to.equal("register/GenericScheme[0]");
    expect(change.left).to.deep.equal([]);
    const same = calling({ StandAloneContract: 1 }, list);
    const moved = await planned(made, same, { knowsResult: true });
    expect(stepsOf(moved)).to.deep.equal(["change/standAlone/0-ActionMock/deploy"]);
    expect(moved.proposals).to.deep.equal([]);
  });

  it("keeps the scheme whose target has the code in the file, without a result file", async () => {
    const list = [{ name: "Wallet", fromArc: true }, MOCK];
    const both: MigrationParameters = {
      ...calling({ StandAloneContract: 1 }, list),
      CustomSchemes: [
        {
          ...{ name: "GenericScheme", fromArc: true, permissions: "0x00000010" },
          params: ["GenesisProtocolAddress", { voteParams: 0 }, { StandAloneContract: 0 }],
        },
      ],
    };
    await make(both);
    const [toMock] = made.dao.Schemes.filter(({ name }) => name === "GenericScheme");
    const wanted = { ...both, schemes: CHANGING_DAO.schemes, GenericScheme: [] };
    const change = await planned(made, wanted);
    expect(stepsOf(change)).to.deep.equal([]);
    expect(keysOf(change)).to.deep.equal([`unregister/${toMock!.address}`]);
    expect(change.left).to.deep.equal([]);
  });

  it("leaves a contract with other arguments as it is, and says what to do instead", async () => {
    const token = (symbol: string) => ({ name: "DAOToken", params: ["Side", symbol, "0"] });
    await make(calling(SOMEBODY, [token("ONE")]));
    const wanted = calling(SOMEBODY, [token("TWO")]);
    const { left, proposals, transactions } = await planned(made, wanted, { knowsResult: true });
    expect([proposals, transactions]).to.deep.equal([[], []]);
    expect(left.map(({ rule, why }) => `${rule}: ${why}`)).to.deep.equal([
      "stand-alone: A contract beside the DAO stays as it is. Add another one to StandAloneContracts, and let the " +
        "schemes refer to it.",
    ]);
  });

  it("does not reuse a target without the code of the contract in the file", async () => {
    await make(calling(SOMEBODY));
    const wanted = calling({ StandAloneContract: 0 }, [MOCK]);
    const change = await planned(made, wanted);
    expect(stepsOf(change)).to.include("change/standAlone/0-ActionMock/deploy");
    expect(keysOf(change)[0]).to.equal("register/GenericScheme[0]");
    expect(change.left).to.deep.equal([]);
  });

  it("redeploys what refers to a contract that has to be replaced", async () => {
    await make(competing(0));
    const [ext, competition] = made.dao.StandAloneContracts.map(({ address }) => address);
    const change = await changed(made, competing(1), { knowsResult: true });
    expect(stepsOf(change).filter((step) => step.endsWith("/deploy"))).to.deep.equal([
      "change/standAlone/0-ContributionRewardExt/deploy",
      "change/standAlone/1-Competition/deploy",
    ]);
    expect(keysOf(change)).to.deep.equal(["register/CustomSchemes[0]", `unregister/${ext}`]);
    expect(change).to.deep.include({ left: [], notCompared: [] });
    const addresses = change.transactions.map(({ address }) => address);
    expect(addresses).to.not.include(competition);
    for (const knowsResult of [true, false]) {
      const again = await planned(made, competing(1), { knowsResult });
      expect([...stepsOf(again), ...keysOf(again), ...again.left]).to.deep.equal([]);
    }
  });
});
