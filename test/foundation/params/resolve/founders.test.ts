import { ADDRESS, itSays, OTHER_ADDRESS, type SaidCase, ZERO_ADDRESS } from "../support.js";

const HALF = String(2n ** 127n / 10n ** 18n + 1n);
const ALL = String(2n ** 256n / 10n ** 18n);

/** What their contract can store, in wei, and a wei less. */
const [LIMIT, MOST] = [2n ** 128n, 2n ** 128n - 1n].map(
  (wei) => `${wei / 10n ** 18n}.${wei % 10n ** 18n}`,
);

describe("what founders become, and what is said about them", () => {
  const CASES: SaidCase[] = [
    [
      "amounts of several forms",
      {
        founders: [
          { address: ADDRESS, tokens: "0.1", reputation: 444.8 },
          { address: OTHER_ADDRESS.toLowerCase(), reputation: 1e-7 },
        ],
      },
    ],
    [
      "one who is listed twice",
      {
        founders: [
          { address: ADDRESS, tokens: 1, reputation: "0.5" },
          { address: OTHER_ADDRESS, tokens: 7 },
          { address: ADDRESS.toLowerCase(), tokens: "0.25", reputation: 1 },
        ],
      },
    ],
    ["one who gets nothing", { founders: [{ address: ADDRESS, tokens: 0 }] }],
    ["as much reputation as fits", { founders: [{ address: ADDRESS, reputation: MOST }] }],
    ["a wei more of it", { founders: [{ address: ADDRESS, reputation: LIMIT }] }],
    ["an object in place of a list", { founders: { address: ADDRESS } }],
    ["none at all, with DaoCreator", { useDaoCreator: true }],
    ["an empty list, with DaoCreator", { useDaoCreator: true, founders: [] }],
    ["a number, with DaoCreator", { useDaoCreator: true, founders: 7 }],
    [
      "values that are no amounts or addresses",
      {
        founders: [
          { address: ADDRESS.replace("F8bf", "f8bf"), tokens: -1, reputation: "many" },
          { tokens: 1 },
          "0x",
          { address: ADDRESS, token: 1, reputation: null },
          { address: OTHER_ADDRESS, reputation: "0.0000000000000000001" },
        ],
      },
    ],
    ["the zero address", { founders: [{ address: ZERO_ADDRESS, reputation: 1 }] }],
    [
      "more reputation than fits",
      {
        founders: [
          { address: ADDRESS, reputation: HALF },
          { address: OTHER_ADDRESS, reputation: HALF, tokens: HALF },
        ],
      },
    ],
    [
      "more tokens than fit",
      {
        founders: [
          { address: ADDRESS, tokens: ALL, reputation: 1 },
          { address: OTHER_ADDRESS, tokens: 1 },
        ],
      },
    ],
    [
      "one who is listed three times, and one who gets nothing",
      {
        founders: [
          { address: OTHER_ADDRESS, tokens: 0 },
          { address: ADDRESS, tokens: 1 },
          { address: ADDRESS, tokens: 1 },
          { address: ADDRESS, tokens: 1 },
        ],
      },
    ],
  ];
  itSays(import.meta.dirname, "founders.txt", CASES);
});
