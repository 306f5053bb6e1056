import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import type { InspectedDao } from "../../../src/operations/run/find-dao.js";
import { readCompared } from "../../../src/operations/run/compared.js";
import { account, sampleInspection } from "../../engine/inspect/sample-inspection.js";
import { SMALL_DAO } from "../../engine/migration/with-base.js";
import { rejected } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";

const GENESIS = `0x${"11".repeat(32)}`;
const RELEASE = "0.0.1-rc.57";

describe("readCompared", () => {
  it("compares a DAO with its own entry of the result file, another one with the newest base", async (folder) => {
    const output = join(folder, "migration.json");
    const chain = { network: "private", chainId: 1337, genesis: GENESIS };
    const entry = (avatar: string, machine: string) => ({
      base: { arcVersion: RELEASE, GenesisProtocol: machine },
      dao: {
        name: "DAO",
        arcVersion: RELEASE,
        Avatar: avatar,
        Schemes: [],
        StandAloneContracts: [],
      },
    });
    const others = [{ ...chain, ...entry(account(2), account(22)) }];
    await writeFile(
      output,
      JSON.stringify({ ...chain, ...entry(account(3), account(33)), others }),
    );
    for (const [avatar, isRecorded, machine] of [
      [account(2), true, account(22)],
      [account(3), true, account(33)],
      [account(4), false, account(33)],
    ] as const) {
      const inspection = { ...sampleInspection(), avatar: { address: avatar, code: "arc" } };
      const identity = { name: "private", chainId: 1337, genesis: GENESIS, inProcess: false };
      const compared = await readCompared({ output, projectRoot: folder, params: SMALL_DAO }, {
        inspection,
        chain: identity,
      } as unknown as InspectedDao);
      expect(compared.base?.GenesisProtocol).to.equal(machine);
      expect(compared.recorded !== undefined, avatar).to.equal(isRecorded);
    }
  });

  it("refuses to guess if the parameters are those of an older DAO of the result file", async (folder) => {
    const output = join(folder, "migration.json");
    const chain = { network: "private", chainId: 1337, genesis: GENESIS };
    const made = (name: string, avatar: string) => ({
      dao: { name, arcVersion: RELEASE, Avatar: avatar, Schemes: [], StandAloneContracts: [] },
    });
    const others = [{ ...chain, ...made(SMALL_DAO.orgName, account(2)) }];
    await writeFile(output, JSON.stringify({ ...chain, ...made("Newer", account(3)), others }));
    const compare = async (name: unknown, given: object = {}) => {
      const avatar = { address: account(3), code: "arc" };
      const identity = { name: "private", chainId: 1337, genesis: GENESIS, inProcess: false };
      const inputs = { output, projectRoot: folder, params: SMALL_DAO, ...given };
      await readCompared(inputs, {
        inspection: { ...sampleInspection(), name, avatar, releases: [RELEASE] },
        chain: identity,
      } as unknown as InspectedDao);
    };
    await rejected(
      compare("Newer"),
      `which is ${account(2)} in ${output}, but the newest DAO there, ${account(3)}, has another`,
    );
    await compare("Newer", { avatar: account(3) });
    await compare("Newer", { section: "test" });
    // Parameters without a name, or a name that was not read, say nothing.
    await compare({ notRead: "pruned" });
    await compare("Newer", { params: { ...SMALL_DAO, orgName: "Renamed" } });
    await compare(SMALL_DAO.orgName);
  });

  it("says what of the file has no effect, which would seem to be as on the chain", async (folder) => {
    const notes: string[] = [];
    const chain = { name: "private", chainId: 1337, genesis: GENESIS, inProcess: false };
    const inputs = {
      ...{ output: join(folder, "migration.json"), projectRoot: folder, arcVersion: RELEASE },
      params: { ...SMALL_DAO, UpgradeScheme: [{ voteParams: 0 }], schemes: {} },
      onNote: (note: string) => notes.push(note),
    };
    await readCompared(inputs, { inspection: sampleInspection(), chain });
    expect(notes.join("\n")).to.include("Warning: UpgradeScheme: the scheme is not switched on");
  });

  it("compares a demo test with the usual founders if its own were not read", async (folder) => {
    const inspection = { ...sampleInspection(), founders: { notRead: "pruned" }, releases: [] };
    const chain = { name: "private", chainId: 1337, genesis: GENESIS, inProcess: false };
    const inputs = { output: join(folder, "migration.json"), projectRoot: folder };
    const compared = await readCompared(inputs, { inspection, chain });
    expect(compared.parameters.founders).to.have.length(6);
    expect(compared.recorded).to.equal(undefined);
  });
});
