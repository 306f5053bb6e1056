import { expect } from "chai";

import { constructorOf, fn, withCustomAbis } from "../build-files.js";
import { ADDRESS, defined, itSays, mistakesOf, resolve, type SaidCase } from "../support.js";

const wallet = (runFunctions: object[]) => ({
  StandAloneContracts: [{ name: "Wallet", fromArc: true, runFunctions }],
});
const list = (...StandAloneContracts: unknown[]) => ({ StandAloneContracts });
const COMPETITION = { name: "Competition", fromArc: true };
const TOKEN = { name: "DAOToken", fromArc: true, constructor: true };
const calls = (...runFunctions: unknown[]) => list({ name: "Wallet", fromArc: true, runFunctions });

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
    });
  });
});

describe("params of a stand-alone contract that do not say what they are for", () => {
  const builds = {
    Box: [constructorOf("uint256 size"), fn("initialize", "uint256 size")],
    Bag: [fn("initialize", "uint256 size")],
    Lid: [fn("open")],
  };
  for (const [name, isForConstructor] of [
    ["Box", true],
    ["Bag", false],
  ] as const) {
    it(`are for the ${isForConstructor ? "constructor" : "initialize"} of ${name}`, async () => {
      await withCustomAbis(builds, async (customAbis) => {
        const raw = { StandAloneContracts: [{ name, params: [7] }] };
        const { parameters } = await resolve(raw, { customAbis });
        expect(parameters.standAloneContracts[0]?.constructor).to.equal(isForConstructor);
        expect(parameters.standAloneContracts[0]?.args).to.deep.equal([7n]);
      });
    });
  }

  it("are refused by a contract that takes none", async () => {
    await withCustomAbis(builds, async (customAbis) => {
      const raw = { StandAloneContracts: [{ name: "Lid", params: [7] }] };
      const [issue] = await mistakesOf(raw, { customAbis });
      expect(issue?.message).to.equal("Lid of custom-abis has no function initialize");
    });
  });
});

describe("what is said about stand-alone contracts", () => {
  const CASES: SaidCase[] = [
    ["an object in place of contracts", { StandAloneContracts: {} }],
    ["a text in place of a contract", list("Wallet")],
    [
      "fields of the wrong type",
      list({
        name: "Wallet",
        constructor: "true",
        fromArc: 1,
        alias: "",
        arcVersion: 7,
        note: 1,
        nam: 1,
      }),
    ],
    [
      "names of no contract",
      list(
        { fromArc: true },
        { name: "../Wallet" },
        { name: "Walet", fromArc: true },
        { name: "Walet" },
      ),
    ],
    [
      "contracts without code",
      list(
        { name: "CurveInterface", fromArc: true },
        { name: "CurveInterface", constructor: true, fromArc: true },
      ),
    ],
    ["a reference to itself", list({ ...COMPETITION, params: [{ StandAloneContract: 0 }] })],
    [
      "a reference out of range",
      list(
        TOKEN,
        { ...COMPETITION, params: [{ StandAloneContract: 1 }] },
        { ...COMPETITION, params: [{ StandAloneContract: 7 }] },
        { ...COMPETITION, params: [{ StandAloneContract: -1 }] },
      ),
    ],
    [
      "other params than initialize takes",
      list(
        { ...COMPETITION, params: [] },
        { ...COMPETITION, params: ["x"] },
        { name: "Wallet", fromArc: true, params: "AvatarAddress" },
        { name: "ActionMock", fromArc: true, params: [] },
      ),
    ],
    [
      "other params than the constructor takes",
      list(
        { ...TOKEN, params: ["Gem", "GEM"] },
        TOKEN,
        { ...TOKEN, params: "x" },
        { ...TOKEN, params: ["Gem", 7, "x"] },
        { name: "Reputation", fromArc: true, constructor: true, params: [1] },
        { name: "DAOToken", fromArc: true },
      ),
    ],
    [
      "calls of functions that do not exist",
      calls(
        { functionName: "transferOwnershp", params: [ADDRESS] },
        { functionName: "zzz", params: [] },
        { functionName: "constructor", params: [] },
        { functionName: "transferOwnership(uint256)", params: [1] },
      ),
    ],
    [
      "calls with other params",
      calls(
        { functionName: "transferOwnership", params: [ADDRESS, 1] },
        { functionName: "transferOwnership", params: [7] },
        { functionName: "renounceOwnership", params: {} },
      ),
    ],
    [
      "calls that are not described",
      calls(7, { params: [] }, { functionName: "renounceOwnership", param: [] }),
    ],
    [
      "one call that is not in a list",
      list({ name: "Wallet", fromArc: true, runFunctions: { functionName: "x" } }),
    ],
    ["a release that does not exist", list({ name: "Wallet", fromArc: true, arcVersion: "rc.58" })],
    [
      "a contract of custom-abis without that folder, with a release",
      list({ name: "Vault", fromArc: false, arcVersion: "rc.41" }),
    ],
  ];
  itSays(import.meta.dirname, "stand-alone-contracts.txt", CASES);
});
