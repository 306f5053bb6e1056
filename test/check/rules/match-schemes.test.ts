import { expect } from "chai";

import { matchSchemes } from "../../../src/check/rules/match-schemes.js";
import { CALLS, changed, OTHER, REWARDS, soundFacts } from "../sound-facts.js";

/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-assignment -- facts are changed as a chain could be */
describe("matchSchemes", () => {
  const addresses = (facts: ReturnType<typeof soundFacts>) =>
    matchSchemes(facts).map(({ scheme }) => scheme?.contract.address);

  it("finds schemes at the addresses in the result file", () => {
    expect(addresses(soundFacts())).to.deep.equal([REWARDS, CALLS]);
  });

  it("matches a scheme that a vote replaced with the new one of the same code", () => {
    const replaced = changed((facts) => {
      facts.inspection.schemes[1].contract = {
        ...facts.inspection.schemes[1].contract,
        address: OTHER,
      };
    });
    expect(replaced.recorded?.schemes[1]?.address).to.equal(CALLS);
    expect(addresses(replaced)).to.deep.equal([REWARDS, OTHER]);
  });
});
