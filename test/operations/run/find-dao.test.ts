import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { LedgerEntry } from "../../../src/foundation/result/result.js";
import { findDao } from "../../../src/operations/run/find-dao.js";
import { recordingEntry } from "../../../src/operations/run/read-change.js";
import { account } from "../../engine/inspect/sample-inspection.js";
import { rejected } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

describe("findDao", () => {
  it("takes the avatar that is given, in the result file, or searched for, of a chain that is not empty", async (folder) => {
    let blocks = 0;
    const provider = {
      request: async ({ method }: { readonly method: string }) => {
        if (method === "eth_getBlockByNumber") return { hash: `0x${"11".repeat(32)}` };
        return await Promise.resolve(method === "eth_blockNumber" ? blocks : "0x7a69");
      },
    };
    const output = join(folder, "migration.json");
    const choice = { provider, output, inProcess: true, avatar: account(1) };
    await rejected(findDao(choice), "There is no DAO here: this network is simulated");
    await findDao({ ...choice, inProcess: false });
    blocks = 1;
    expect((await findDao(choice)).avatar).to.equal(account(1));
    await rejected(findDao({ ...choice, section: "dao" }), "Omit it or the address");

    const recorded = { provider, output };
    await rejected(findDao(recorded), "Pass the address of an avatar");
    expect((await findDao(recorded, async () => account(2))).avatar).to.equal(account(2));
    const { name: network, chainId, genesis } = (await findDao(choice)).chain;
    const made = { name: "DAO", arcVersion: "0.0.1-rc.57", Schemes: [], StandAloneContracts: [] };
    const sections = {
      dao: { ...made, Avatar: account(3) },
      test: { ...made, Avatar: account(4), ActionMock: account(5) },
    };
    await writeFile(output, JSON.stringify({ network, chainId, genesis, ...sections }));
    expect((await findDao(recorded, async () => account(2))).avatar).to.equal(account(3));
    expect((await findDao({ ...recorded, section: "test" })).avatar).to.equal(account(4));
  });
});

describe("the entry to which a change is added", () => {
  it("is the DAO's, otherwise the newest if it has no DAO", () => {
    const [older, bare] = [{ dao: { Avatar: account(1) } }, {}] as LedgerEntry[];
    const newest = { dao: { Avatar: account(2) } } as LedgerEntry;
    expect(recordingEntry([newest, older!], account(1))).to.equal(older);
    expect(recordingEntry([bare!, older!], account(3))).to.equal(bare);
    expect(recordingEntry([newest, older!], account(3))).to.equal(undefined);
    expect(recordingEntry([], account(3))).to.equal(undefined);
  });
});
