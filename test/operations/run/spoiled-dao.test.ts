import { expect } from "chai";

import type { Target } from "../../../src/foundation/chain/target.js";
import { readSpoiled, SpoiledError } from "../../../src/operations/run/spoiled-dao.js";
import { WrongChainError } from "../../../src/foundation/support/errors.js";
import { sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { rejection } from "../../rejection.js";

const DAO = sampleInspection();

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
