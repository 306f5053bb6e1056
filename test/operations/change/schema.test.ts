import { expect } from "chai";

import type { DaoChange } from "../../../src/operations/change/change.js";
import { problemIn, readSchema } from "../../../src/foundation/support/json-schema.js";
import { CHANGING_DAO, openDao, planned } from "./change-dao.js";

describe("plan.schema.json", () => {
  const schema = readSchema("plan.schema.json");

  it("describes every field of a plan with work, and refuses anything else", async () => {
    const made = await openDao();
    try {
      const file = {
        ...CHANGING_DAO,
        orgName: "Other",
        schemes: { ...CHANGING_DAO.schemes, GenericScheme: true },
        GenericScheme: [{ targetContract: { StandAloneContract: 0 }, voteParams: 0 }],
        StandAloneContracts: [{ name: "ActionMock", fromArc: true }],
        UpgradeScheme: [{ voteParams: 1 }],
      };
      const change = JSON.parse(JSON.stringify(await planned(made, file))) as DaoChange;
      expect(problemIn(change, schema)).to.equal(undefined);
      expect(change.proposals.length * change.transactions.length * change.left.length).to.be.above(
        0,
      );
      const { definitions = {} } = schema;
      for (const [name, list] of [
        ["DaoChange", [change]],
        ["ChangeProposal", change.proposals],
        ["ChangeTransaction", change.transactions],
        ["RemainingDifference", change.left],
      ] as const) {
        const { properties = {} } = name === "DaoChange" ? schema : definitions[name]!;
        for (const each of list) expect(properties).to.include.keys(Object.keys(each));
      }
      const { avatar: _, ...without } = change;
      const status = { ...change.proposals[0], status: "done" };
      for (const wrong of [
        without,
        { ...change, schemaVersion: 2 },
        { ...change, gas: 7 },
        { ...change, proposals: [status] },
      ]) {
        expect(problemIn(wrong, schema)).to.not.equal(undefined);
      }
    } finally {
      made.close();
    }
  });
});
