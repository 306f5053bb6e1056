import { expect } from "chai";

import type { Target } from "../../../src/foundation/chain/target.js";
import type { SchemeDescription } from "../../../src/engine/inspect/description.js";
import {
  holding,
  readSpoiled,
  SpoiledError,
  whatCanBeDone,
} from "../../../src/operations/run/spoiled-dao.js";
import { WrongChainError } from "../../../src/foundation/support/errors.js";
import { sampleInspection, scheme } from "../../engine/inspect/sample-inspection.js";
import { rejection } from "../../rejection.js";

const DAO = sampleInspection();
const [reward, registrar] = DAO.schemes as [SchemeDescription, SchemeDescription];

describe("holding", () => {
  it("says what a scheme may do, and who decides", () => {
    const { parameters, ...alone } = reward;
    const may = `ContributionReward ${reward.contract.address} holds 0x00000001 (mint and burn `;
    expect(holding({ ...alone, parameters: undefined }, true))
      .to.include(may)
      .and.match(/tokens\)\.$/);
    expect(holding(reward, false)).to.match(
      /tokens\); votes on 0x\w{40} decide; this is not as asked\.$/,
    );
  });
});

describe("whatCanBeDone", () => {
  it("names the registrar, with which `plan` repairs the DAO", () => {
    const { address } = registrar.contract;
    expect(whatCanBeDone(DAO, DAO.schemes))
      .to.include(`SchemeRegistrar ${address}`)
      .and.include(`dao-migrate plan ${DAO.avatar.address}`);
  });

  it("is not known of a registrar that cannot give what it does not hold", () => {
    const limited = scheme(registrar.contract, "0x00000003", registrar.parameters as never);
    expect(whatCanBeDone(DAO, [reward, limited])).to.match(
      /^Only SchemeRegistrar .* Whether that repairs the DAO is not known\.$/,
    );
  });

  it("is nothing only if no scheme that is as asked can change the DAO any more", () => {
    const nothing = "Nothing can be done about it, not even by a vote.";
    expect(whatCanBeDone(DAO, [reward])).to.equal(nothing);
    const upgrade = { ...registrar.contract, name: "UpgradeScheme" };
    const upgrading = scheme(upgrade, "0x00000009", registrar.parameters as never);
    expect(whatCanBeDone(DAO, [reward, upgrading])).to.equal(
      `Only UpgradeScheme ${upgrade.address} may still register schemes or change the controller. ` +
        "Whether that repairs the DAO is not known.",
    );
  });
});

describe("readSpoiled", () => {
  it("is the error itself if the DAO of the demo test was not made yet", async () => {
    const made = { dao: { Avatar: DAO.avatar.address } } as unknown as SpoiledError["made"];
    const error = new SpoiledError(made, ["Step test/DaoCreator cannot be done."]);
    expect(await readSpoiled({} as Target, error)).to.equal(error);
  });

  it("reads nothing on another chain, which would show another DAO, or none", async () => {
    const made = { dao: { Avatar: DAO.avatar.address } } as unknown as SpoiledError["made"];
    const other = new WrongChainError("another chain", { found: 1, wanted: 5 });
    const target = { requireSameChain: () => Promise.reject(other) } as unknown as Target;
    const error = new SpoiledError(made, ["Step dao/setSchemes cannot be done."]);
    expect(await rejection(readSpoiled(target, error))).to.equal(other);
  });
});
