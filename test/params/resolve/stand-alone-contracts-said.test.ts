import { ADDRESS, itSays, type SaidCase } from "../support.js";

const list = (...StandAloneContracts: unknown[]) => ({ StandAloneContracts });
const COMPETITION = { name: "Competition", fromArc: true };
const TOKEN = { name: "DAOToken", fromArc: true, constructor: true };
const calls = (...runFunctions: unknown[]) => list({ name: "Wallet", fromArc: true, runFunctions });

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
