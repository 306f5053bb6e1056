import { constructorOf, fn } from "../build-files.js";
import { ADDRESS, itSays, type SaidCase } from "../support.js";

const list = (...StandAloneContracts: unknown[]) => ({ StandAloneContracts });
const COMPETITION = { name: "Competition", fromArc: true };
const TOKEN = { name: "DAOToken", fromArc: true, constructor: true };
const calls = (...runFunctions: unknown[]) => list({ name: "Wallet", fromArc: true, runFunctions });

const BUILDS = {
  Box: [
    ...[constructorOf("uint256 size"), fn("initialize", "uint256 size")],
    ...[fn("set", "uint256"), fn("set", "address"), fn("set", "uint8"), fn("set")],
  ],
  Bag: [fn("initialize", "uint256 size")],
  Lid: [fn("open")],
};

describe("what stand-alone contracts become, and what is said about them", () => {
  const CASES: SaidCase[] = [
    [
      "params in the constructor, in initialize, or nowhere",
      list(
        { ...TOKEN, params: ["Gem", "GEM", "1000"] },
        { name: "ContributionRewardExt", alias: "Rewards", fromArc: true },
        { ...COMPETITION, constructor: false, params: [{ StandAloneContract: 1 }] },
        { name: "Reputation", fromArc: true, constructor: true },
      ),
    ],
    [
      "params that do not say what they are for",
      list({ name: "Box", params: [7] }, { name: "Bag", params: [7] }),
      BUILDS,
    ],
    ["params of a contract that takes none", list({ name: "Lid", params: [7] }), BUILDS],
    [
      "calls, also with itself as an argument",
      calls(
        { functionName: "transferOwnership", params: ["AvatarAddress"] },
        { functionName: "transferOwnership", params: [{ StandAloneContract: 0 }] },
        { functionName: "renounceOwnership" },
      ),
    ],
    [
      "overloads by the arguments, or by signature",
      list({
        ...{ name: "Box", params: [7] },
        runFunctions: [
          { functionName: "set", params: [ADDRESS] },
          { functionName: "set", params: [256] },
          { functionName: "set", params: [] },
          { functionName: "set( uint8 )", params: [5] },
        ],
      }),
      BUILDS,
    ],
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
