import { readFile } from "node:fs/promises";

import { expect } from "chai";

import { hashInputs } from "../../../src/engine/execution/journal/whose-journal.js";
import { prepareMigration, type Section } from "../../../src/operations/run/prepare.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";

const ACCOUNTS = ["0x0000000000000000000000000000000000000001"];
const BASE = { arcVersion: "0.0.1-rc.57", DaoCreator: ACCOUNTS[0] } as unknown as BaseResult;

async function hashOf({
  sections = ["base", "dao"] as readonly Section[],
  params = "migration-params.json" as string | object,
  arcVersion = undefined as string | undefined,
  base = undefined as BaseResult | undefined,
  accounts = ACCOUNTS as readonly string[],
  network = {} as Parameters<typeof hashInputs>[0]["network"],
}): Promise<string> {
  const inputs = { sections, params, arcVersion, projectRoot: process.cwd() };
  const prepared = await prepareMigration(inputs, "private", { base: BASE });
  return Object.values(hashInputs({ ...prepared, base, testAccounts: accounts, network })).join(
    " ",
  );
}

describe("hashInputs", () => {
  it("is the same for the same inputs, from a file or an object", async () => {
    const object = JSON.parse(await readFile("migration-params.json", "utf8")) as object;
    expect(await hashOf({})).to.equal(await hashOf({ params: object }));
    expect(await hashOf({})).to.match(/^([0-9a-f]{64} ?){7}$/);
  });

  it("differs for other sections, parameters, release, accounts, owner of the registries, staking token", async () => {
    const hashes = [
      await hashOf({}),
      await hashOf({ sections: ["base"] }),
      await hashOf({ sections: ["base", "test"] }),
      await hashOf({ params: "examples/params/kyber.json" }),
      await hashOf({ arcVersion: "rc.56" }),
      await hashOf({ accounts: [] }),
      await hashOf({ network: { registryOwner: ACCOUNTS[0]! } }),
      await hashOf({ network: { stakingToken: ACCOUNTS[0]! } }),
    ];
    expect(new Set(hashes)).to.have.length(hashes.length);
  });

  it("depends on the existing base only if the migration builds on it", async () => {
    expect(await hashOf({ base: BASE })).to.equal(await hashOf({}));
    const other = { ...BASE, DaoCreator: "0x0000000000000000000000000000000000000002" };
    const sections: readonly Section[] = ["dao"];
    expect(await hashOf({ sections, base: BASE })).to.not.equal(
      await hashOf({ sections, base: other }),
    );
  });
});
