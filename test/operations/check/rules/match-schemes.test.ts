import { expect } from "chai";

import { matchSchemes } from "../../../../src/operations/check/rules/match-schemes.js";
import { CALLS, changed, OTHER, REWARDS, soundFacts } from "../sound-facts.js";

/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-assignment -- facts are plain data, and each test changes some fields of them */
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

  /** Registers a second GenericScheme at OTHER; the recorded one, at CALLS, does not call the file's target. */
  const replacing = (change: (made: any) => void) =>
    changed((facts) => {
      const [, old] = facts.inspection.schemes;
      const made = structuredClone(old);
      made.contract.address = OTHER;
      old.parameters.values.contractToCall = REWARDS;
      change(made);
      facts.inspection.schemes.push(made);
    });

  it("matches the new scheme of a vote while the replaced one is still registered", () => {
    expect(addresses(replacing(() => {}))).to.deep.equal([REWARDS, OTHER]);
  });

  it("matches a scheme that is not registered yet only if nothing about it is unclear", () => {
    const proposed = (change: (made: any) => void) =>
      replacing((made) => {
        made.history = [];
        change(made);
      });
    expect(addresses(proposed(() => {}))).to.deep.equal([REWARDS, OTHER]);
    const unclear = proposed((made) => {
      made.parameters.values.contractToCall = { notRead: "the node does not answer" };
    });
    expect(addresses(unclear)).to.deep.equal([REWARDS, CALLS]);
  });

  it("keeps the scheme in the result file if another one differs from the file, too", () => {
    const different = replacing((made) => {
      made.permissions.bytes = "0x00000001";
    });
    expect(addresses(different)).to.deep.equal([REWARDS, CALLS]);
    const ofOtherRelease = replacing((made) => {
      made.contract.releases = ["0.0.1-rc.40"];
    });
    expect(addresses(ofOtherRelease)).to.deep.equal([REWARDS, CALLS]);
  });

  it("keeps the scheme in the result file if another one matches the file, too", () => {
    const same = changed((facts) => {
      const [, { contract }] = facts.inspection.schemes;
      const twin = { ...facts.inspection.schemes[1], contract: { ...contract, address: OTHER } };
      facts.inspection.schemes.unshift(twin);
    });
    expect(addresses(same)).to.deep.equal([REWARDS, CALLS]);
  });
});
