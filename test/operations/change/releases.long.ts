import { expect } from "chai";

import { openArcRelease } from "../../../src/foundation/arc/open-release.js";
import { migrateBase } from "../../../src/engine/migration/base.js";
import { CHANGING_DAO, openDao, planned } from "./change-dao.js";

describe("a change to another release", () => {
  for (const [from, to] of [
    ["rc.40", "rc.57"],
    ["rc.33", "rc.40"],
  ] as const) {
    it(`from ${from} to ${to} registers schemes of that release, and lists what remains`, async () => {
      const dao = await openDao(CHANGING_DAO, from);
      try {
        const release = await openArcRelease(to);
        const base = await migrateBase(dao.deployer, release);
        const raw = { ...CHANGING_DAO, arcVersion: to };
        const change = await planned({ ...dao, base }, raw);
        expect(change.arcVersion).to.equal(release.version);
        expect(change.proposals.map(({ does }) => does.verdict)).to.not.include("no");
        expect(new Set(change.left.map(({ rule }) => rule))).to.deep.equal(
          new Set(["contract-code"]),
        );
        const kinds = change.proposals.map(({ requests }) => requests.kind);
        expect(kinds.filter((kind) => kind === "registerScheme")).to.have.length.above(0);
        expect(kinds.at(-1)).to.equal("unregisterScheme");
      } finally {
        dao.close();
      }
    });
  }
});
