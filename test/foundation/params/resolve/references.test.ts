import { expect } from "chai";

import { ADDRESS, GENESIS_PROTOCOL, mistakesOf, resolve } from "../support.js";

const target = (targetContract: unknown) => ({
  schemes: { GenericScheme: true },
  GenericScheme: [{ targetContract }],
  VotingMachinesParams: [GENESIS_PROTOCOL],
  StandAloneContracts: [{ name: "ActionMock" }],
});

describe("a reference to a contract", () => {
  it("is an address or the place of a stand-alone contract", async () => {
    for (const [written, meant] of [
      [ADDRESS.toLowerCase(), ADDRESS],
      [{ StandAloneContract: 0 }, { standAloneContract: 0 }],
      [{ StandAloneContract: "0x0" }, { standAloneContract: 0 }],
    ] as const) {
      const { parameters } = await resolve(target(written));
      expect(parameters.schemes.GenericScheme[0]?.targetContract).to.deep.equal(meant);
    }
  });

  for (const [what, written, message, wanted] of [
    ["missing", undefined, "it is missing", "an address: "],
    ["a number", 7, "it is neither an address nor a reference", "an address: "],
    ["a list", [ADDRESS], "it is neither an address nor a reference", "an address: "],
    ["null", null, "it is neither an address nor a reference", "an address: "],
    ["without an index", {}, "it is not a reference", "an address: "],
    [
      "misspelled",
      { StandAloneContrakt: 0 },
      "it is not a reference",
      '{"StandAloneContract": index}',
    ],
    [
      "of two keys",
      { StandAloneContract: 0, name: "ActionMock" },
      "it is not a reference",
      "an address: ",
    ],
    [
      "to a name",
      { StandAloneContract: { name: "ActionMock" } },
      "its index is not a number",
      '{"StandAloneContract": index}',
    ],
    [
      "beyond every list",
      { StandAloneContract: 2n ** 53n },
      "it is too large for an index",
      "an address: ",
    ],
  ] as const) {
    it(`that is ${what} is refused with what is wanted`, async () => {
      const [mistake, ...others] = await mistakesOf(target(written));
      expect(others).to.deep.equal([]);
      expect(mistake).to.include({ path: "GenericScheme[0].targetContract", message });
      expect(mistake?.wanted.startsWith(wanted), mistake?.wanted).to.equal(true);
    });
  }

  it("to the largest index is only refused because the list is shorter", async () => {
    const [mistake] = await mistakesOf(target({ StandAloneContract: 2 ** 53 - 1 }));
    expect(mistake?.message).to.not.include("too large for an index");
  });
});
