import { expect } from "chai";

import { constructorOf, fn, withCustomAbis } from "../build-files.js";
import { ADDRESS, defined, GENESIS_PROTOCOL, mistakesOf, places, resolve } from "../support.js";

const wallet = (runFunctions: object[]) => ({
  StandAloneContracts: [{ name: "Wallet", fromArc: true, runFunctions }],
});

describe("stand-alone contracts", () => {
  it("take params in the constructor, in initialize, or nowhere", async () => {
    const { parameters, warnings } = await resolve({
      StandAloneContracts: [
        { name: "DAOToken", fromArc: true, constructor: true, params: ["Gem", "GEM", "1000"] },
        { name: "ContributionRewardExt", alias: "Rewards", fromArc: true },
        {
          name: "Competition",
          fromArc: true,
          constructor: false,
          params: [{ StandAloneContract: 1 }],
        },
        { name: "Reputation", fromArc: true, constructor: true },
      ],
    });
    const [token, rewards, competition, reputation] = parameters.standAloneContracts;
    expect(defined(token)).to.deep.equal({
      name: "DAOToken",
      fromArc: true,
      constructor: true,
      args: ["Gem", "GEM", 1000n],
      runFunctions: [],
    });
    expect(defined(rewards)).to.deep.equal({
      name: "ContributionRewardExt",
      fromArc: true,
      alias: "Rewards",
      constructor: false,
      runFunctions: [],
    });
    expect(competition).to.deep.include({ constructor: false, args: [{ standAloneContract: 1 }] });
    expect(competition?.abi).to.include({ name: "initialize", type: "function" });
    expect(reputation).to.have.own.property("constructor", true);
    expect(reputation).to.not.have.property("args");
    expect(warnings).to.deep.equal([]);
  });

  it("refuse a reference to themselves, forward, or out of range", async () => {
    const issues = await mistakesOf({
      StandAloneContracts: [
        { name: "Competition", fromArc: true, params: [{ StandAloneContract: 1 }] },
        { name: "Competition", fromArc: true, params: [{ StandAloneContract: 1 }] },
        { name: "Competition", fromArc: true, params: [{ StandAloneContract: 7 }] },
        { name: "Competition", fromArc: true, params: [{ StandAloneContract: -1 }] },
      ],
    });
    expect(places(issues)).to.deep.equal(
      [0, 1, 2, 3].map((i) => `StandAloneContracts[${i}].params[0]`),
    );
  });

  it("refuse other arguments than initialize or the constructor takes, with the signature", async () => {
    const issues = await mistakesOf({
      StandAloneContracts: [
        { name: "Competition", fromArc: true, params: [] },
        { name: "Competition", fromArc: true, params: ["x"] },
        { name: "DAOToken", fromArc: true, constructor: true, params: ["Gem", "GEM"] },
        { name: "DAOToken", fromArc: true, constructor: true },
        { name: "ActionMock", fromArc: true, params: [] },
        { name: "Competition", fromArc: true, params: "AvatarAddress" },
      ],
    });
    expect(places(issues)).to.deep.equal([
      "StandAloneContracts[0].params",
      "StandAloneContracts[1].params[0]",
      "StandAloneContracts[2].params",
      "StandAloneContracts[3].params",
      "StandAloneContracts[4].name",
      "StandAloneContracts[5].params",
    ]);
    expect(issues[0]?.wanted).to.include("initialize(address _contributionRewardExt)");
    expect(issues[2]?.wanted).to.include("constructor(string _name, string _symbol, uint256 _cap)");
    expect(issues[4]?.message).to.include("no function initialize");
  });

  it("refuse a constructor with arguments if it gets none", async () => {
    const [issue] = await mistakesOf({
      StandAloneContracts: [{ name: "DAOToken", fromArc: true }],
    });
    expect(issue?.path).to.equal("StandAloneContracts[0].name");
    expect(issue?.message).to.include("constructor arguments");
  });

  it("have functions called on them, also with themselves as an argument", async () => {
    const { parameters } = await resolve(
      wallet([
        { functionName: "transferOwnership", params: ["AvatarAddress"] },
        { functionName: "transferOwnership", params: [{ StandAloneContract: 0 }] },
        { functionName: "renounceOwnership" },
      ]),
    );
    const calls = parameters.standAloneContracts[0]?.runFunctions;
    expect(calls?.map(({ functionName, args }) => [functionName, args])).to.deep.equal([
      ["transferOwnership", [{ address: "AvatarAddress" }]],
      ["transferOwnership", [{ standAloneContract: 0 }]],
      ["renounceOwnership", []],
    ]);
    expect(calls?.[0]?.abi.inputs?.map(({ type }) => type)).to.deep.equal(["address"]);
  });

  it("refuse functions that do not exist or take something else", async () => {
    const issues = await mistakesOf(
      wallet([
        { functionName: "transferOwnershp", params: [ADDRESS] },
        { functionName: "transferOwnership", params: [ADDRESS, 1] },
        { functionName: "transferOwnership", params: [7] },
        { functionName: "constructor", params: [] },
        { params: [] },
        { functionName: "renounceOwnership", params: {} },
        { functionName: "renounceOwnership", param: [] },
      ]),
    );
    const place = "StandAloneContracts[0].runFunctions";
    expect(places(issues)).to.deep.equal([
      `${place}[0].functionName`,
      `${place}[1].params`,
      `${place}[2].params[0]`,
      `${place}[3].functionName`,
      `${place}[4].functionName`,
      `${place}[5].params`,
      `${place}[6].param`,
    ]);
    expect(issues[0]?.wanted).to.include("transferOwnership(address newOwner)");
    expect(issues[1]?.wanted).to.include("transferOwnership(address newOwner)");
  });

  it("choose an overload by the arguments, or by its signature", async () => {
    const abi = [fn("set", "uint256"), fn("set", "address"), fn("set", "uint8"), fn("set")];
    await withCustomAbis({ Box: abi }, async (customAbis) => {
      const raw = (runFunctions: object[]) => ({
        StandAloneContracts: [{ name: "Box", runFunctions }],
      });
      const { parameters } = await resolve(
        raw([
          { functionName: "set", params: [ADDRESS] },
          { functionName: "set", params: [256] },
          { functionName: "set", params: [] },
          { functionName: "set(uint8)", params: [5] },
        ]),
        { customAbis },
      );
      const calls = parameters.standAloneContracts[0]?.runFunctions ?? [];
      expect(calls.map((call) => call.abi.inputs?.map(({ type }) => type))).to.deep.equal([
        ["address"],
        ["uint256"],
        [],
        ["uint8"],
      ]);
      expect(calls[3]?.functionName).to.equal("set");
      const issues = await mistakesOf(
        raw([
          { functionName: "set", params: [5] },
          { functionName: "set", params: [true] },
          { functionName: "set(bool)", params: [true] },
        ]),
        { customAbis },
      );
      expect(places(issues)).to.deep.equal([
        "StandAloneContracts[0].runFunctions[0].functionName",
        "StandAloneContracts[0].runFunctions[1].params",
        "StandAloneContracts[0].runFunctions[2].functionName",
      ]);
      expect(issues[0]?.wanted).to.include("set(uint256)").and.to.include("set(uint8)");
    });
  });

  it("accept a hash of vote parameters if the function takes bytes32", async () => {
    const abi = [constructorOf("bytes32 hash", "uint256[2] pair")];
    await withCustomAbis({ Box: abi }, async (customAbis) => {
      const raw = {
        VotingMachinesParams: [GENESIS_PROTOCOL],
        StandAloneContracts: [
          { name: "Box", constructor: true, params: [{ voteParams: 0 }, [1, "0x2"]] },
        ],
      };
      const { parameters } = await resolve(raw, { customAbis });
      expect(parameters.standAloneContracts[0]?.args).to.deep.equal([{ voteParams: 0 }, [1n, 2n]]);
    });
  });

  it("are refused if they are not a list of objects", async () => {
    expect(places(await mistakesOf({ StandAloneContracts: {} }))).to.deep.equal([
      "StandAloneContracts",
    ]);
    expect(places(await mistakesOf({ StandAloneContracts: ["Wallet"] }))).to.deep.equal([
      "StandAloneContracts[0]",
    ]);
    expect(
      places(await mistakesOf({ StandAloneContracts: [{ name: "Wallet", constructor: "true" }] })),
    ).to.deep.equal(["StandAloneContracts[0].constructor"]);
  });
});
