import { readFile } from "node:fs/promises";

import { expect } from "chai";
import { z } from "zod4";

import type { Change } from "../../src/change/change.js";
import { changeJsonSchema } from "../../src/change/schema.js";
import { schemaText } from "../../src/support/json-schema.js";
import { CHANGING_DAO, openDao, planned } from "./change-dao.js";

interface Schema {
  readonly properties: Readonly<Record<string, { readonly items?: Schema }>>;
}

describe("plan.schema.json", function () {
  this.timeout(60_000);
  const problems = (value: unknown) =>
    z.fromJSONSchema(changeJsonSchema()).safeParse(value).error?.issues ?? [];

  it("matches the schema in the code; otherwise, run scripts/write-schemas.ts", async () => {
    const path = new URL("../../plan.schema.json", import.meta.url);
    expect(await readFile(path, "utf8")).to.equal(schemaText(changeJsonSchema()));
  });

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
      const change = JSON.parse(JSON.stringify(await planned(made, file))) as Change;
      expect(problems(change)).to.deep.equal([]);
      expect(change.proposals.length * change.transactions.length * change.left.length).to.be.above(
        0,
      );
      const { properties } = changeJsonSchema() as unknown as Schema;
      expect(properties).to.include.keys(Object.keys(change));
      for (const name of ["proposals", "transactions", "left"] as const) {
        const known = Object.keys(properties[name]!.items!.properties);
        for (const each of change[name]) expect(known).to.include.members(Object.keys(each));
      }
      const { avatar: _, ...without } = change;
      const status = { ...change.proposals[0], status: "done" };
      for (const wrong of [
        without,
        { ...change, schemaVersion: 2 },
        { ...change, gas: 7 },
        { ...change, proposals: [status] },
      ]) {
        expect(problems(wrong)).to.not.deep.equal([]);
      }
    } finally {
      made.close();
    }
  });
});
