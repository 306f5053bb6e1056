import { parseEther } from "ethers";
import { expect } from "chai";

import {
  ADDRESS,
  itSays,
  mistakesOf,
  OTHER_ADDRESS,
  places,
  resolve,
  type SaidCase,
  ZERO_ADDRESS,
} from "../support.js";
const HALF = String(2n ** 127n / 10n ** 18n + 1n);
const ALL = String(2n ** 256n / 10n ** 18n);

describe("founders", () => {
  it("get exactly what the file says, in wei", async () => {
    const founders = [
      { address: ADDRESS, tokens: "0.1", reputation: 444.8 },
      { address: OTHER_ADDRESS.toLowerCase(), reputation: 1e-7 },
    ];
    const { parameters, warnings } = await resolve({ founders });
    expect(parameters.founders).to.deep.equal([
      { address: ADDRESS, tokens: 10n ** 17n, reputation: parseEther("444.8") },
      { address: OTHER_ADDRESS, tokens: 0n, reputation: 10n ** 11n },
    ]);
    expect(warnings).to.deep.equal([]);
  });

  it("who are listed twice get the sum, with a warning", async () => {
    const founders = [
      { address: ADDRESS, tokens: 1, reputation: "0.5" },
      { address: OTHER_ADDRESS, tokens: 7 },
      { address: ADDRESS.toLowerCase(), tokens: "0.25", reputation: 1 },
    ];
    const { parameters, warnings } = await resolve({ founders });
    expect(parameters.founders).to.deep.equal([
      { address: ADDRESS, tokens: parseEther("1.25"), reputation: parseEther("1.5") },
      { address: OTHER_ADDRESS, tokens: parseEther("7"), reputation: 0n },
    ]);
    expect(places(warnings)).to.deep.equal(["founders[2]"]);
    expect(warnings[0]?.message).to.include("founders[0]");
  });

  it("who get nothing stay, with a warning", async () => {
    const { parameters, warnings } = await resolve({ founders: [{ address: ADDRESS, tokens: 0 }] });
    expect(parameters.founders).to.deep.equal([{ address: ADDRESS, tokens: 0n, reputation: 0n }]);
    expect(places(warnings)).to.deep.equal(["founders[0]"]);
  });

  it("may have exactly as much reputation as their contract can store", async () => {
    const [limit, most] = [2n ** 128n, 2n ** 128n - 1n].map(
      (wei) => `${wei / 10n ** 18n}.${wei % 10n ** 18n}`,
    );
    const { parameters } = await resolve({ founders: [{ address: ADDRESS, reputation: most }] });
    expect(parameters.founders[0]?.reputation).to.equal(2n ** 128n - 1n);
    const issues = await mistakesOf({ founders: [{ address: ADDRESS, reputation: limit }] });
    expect(places(issues)).to.deep.equal(["founders"]);
  });
});

describe("what is said about founders", () => {
  const CASES: SaidCase[] = [
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
