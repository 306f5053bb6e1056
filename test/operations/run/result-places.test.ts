import { expect } from "chai";

import type { DaoParameters } from "../../../src/foundation/params/parameters.js";
import { withPlacesOf } from "../../../src/operations/run/result-places.js";

type Entry = readonly [name: string, alias?: string];

/** Returns, for each stand-alone contract of a file, its index in the result. */
function placesOf(
  file: readonly Entry[],
  result: readonly Entry[],
): readonly (number | undefined)[] {
  const named = ([name, alias]: Entry) => ({ name, ...(alias !== undefined && { alias }) });
  const parameters = {
    ...{ schemes: {}, customSchemes: [] },
    standAloneContracts: file.map(named),
  } as unknown as DaoParameters;
  const recorded = {
    ...{ Controller: "", NativeToken: "", NativeReputation: "", schemes: [] },
    StandAloneContracts: result.map((entry, index) => ({
      ...{ ...named(entry), address: String(index), arcVersion: "0.0.1-rc.57" },
    })),
  };
  const { StandAloneContracts } = withPlacesOf(parameters, { Schemes: [] }, recorded);
  return file.map((_, index) => {
    const address = StandAloneContracts[index]?.address;
    return address === undefined ? undefined : Number(address);
  });
}

describe("withPlacesOf", () => {
  const TREASURY = ["Wallet", "Treasury"] as const;
  const GRANTS = ["Wallet", "Grants"] as const;
  const MOCK = ["ActionMock"] as const;

  it("keeps the places of a list in the same order, also if contracts were added at its end", () => {
    expect(placesOf([TREASURY, MOCK], [TREASURY, MOCK])).to.deep.equal([0, 1]);
    expect(placesOf([MOCK, MOCK, MOCK], [MOCK, MOCK])).to.deep.equal([0, 1, undefined]);
  });

  it("keeps the place of a contract with a new alias", () => {
    expect(placesOf([["Wallet", "Vault"], MOCK], [TREASURY, MOCK])).to.deep.equal([0, 1]);
    expect(placesOf([MOCK, ["Wallet", "Vault"]], [TREASURY, MOCK])).to.deep.equal([1, 0]);
  });

  it("finds contracts of the same name by their aliases", () => {
    expect(placesOf([GRANTS, TREASURY], [TREASURY, GRANTS])).to.deep.equal([1, 0]);
    expect(placesOf([GRANTS, TREASURY], [TREASURY])).to.deep.equal([undefined, 0]);
    expect(placesOf([GRANTS, TREASURY, MOCK], [TREASURY, MOCK])).to.deep.equal([undefined, 0, 1]);
    expect(placesOf([GRANTS], [TREASURY, GRANTS])).to.deep.equal([1]);
  });

  it("leaves places empty that names and aliases do not decide", () => {
    const wallet = ["Wallet"] as const;
    const none = [undefined, undefined];
    expect(placesOf([MOCK, wallet, wallet], [wallet, wallet, MOCK])).to.deep.equal([2, ...none]);
    expect(placesOf([MOCK, wallet], [wallet, wallet])).to.deep.equal(none);
  });
});
