import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { IssueList } from "../../../../src/foundation/params/file/issues.js";
import { plain } from "../../../../src/foundation/params/file/plain.js";
import { problemIn, readSchema } from "../../../../src/foundation/support/json-schema.js";
import { GENESIS_PROTOCOL } from "../support.js";

describe("migration-params.schema.json", () => {
  const root = new URL("../../../../", import.meta.url);
  const schema = readSchema("migration-params.schema.json");
  const accepts = (value: unknown) =>
    problemIn(plain(value, new IssueList()), schema) === undefined;

  it("accepts the example and real files", async () => {
    for (const file of [
      "migration-params.json",
      "examples/params/corona-dao.json",
      "test/foundation/params/files/nectar-dao.json",
      "test/foundation/params/files/cura-dao.json",
      "test/foundation/params/files/predecessor-example.json",
    ]) {
      expect(accepts(JSON.parse(await readFile(new URL(file, root), "utf8"))), file).to.equal(true);
    }
  });

  it("refuses what an editor can see is wrong", () => {
    expect(accepts({ default: { orgName: "A" }, kovan: { noTrack: true } })).to.equal(true);
    for (const wrong of [
      { unregisterOwnr: true },
      { unregisterOwner: "yes" },
      { default: { unregisterOwnr: true } },
      { founders: [{ address: "0x12" }] },
      { founders: [{ tokens: 1 }] },
      { VotingMachinesParams: [{ ...GENESIS_PROTOCOL, thresholdConst: undefined }] },
      { VotingMachinesParams: [{ votingParamsHash: "0x12" }] },
      { schemes: { ReputationFromToken: true } },
      { CustomSchemes: [{ name: "GenericScheme" }] },
      { CustomSchemes: [{ name: "GenericScheme", permissions: "0x10" }] },
      { StandAloneContracts: [{ name: "Wallet", params: [null] }] },
    ]) {
      expect(accepts(wrong), JSON.stringify(wrong)).to.equal(false);
    }
  });

  it("describes every field, with its unit if it has one", () => {
    const fields = schema.definitions?.["GenesisProtocolParameters"]?.properties ?? {};
    expect(Object.keys(fields)).to.have.members(Object.keys(GENESIS_PROTOCOL));
    for (const [name, { description }] of Object.entries(fields)) {
      expect(description, name).to.match(/second|percent|thousandth|whole|factor|nobody/i);
    }
  });
});
