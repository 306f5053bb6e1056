import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";

import { ResultFile } from "../../../src/foundation/result/file.js";
import { legacyEntries } from "../../../src/foundation/result/legacy.js";
import type { BaseResult } from "../../../src/foundation/result/result.js";
import { itInFolder as it } from "../../temporary-folder.js";
import type { ChainIdentity } from "../../../src/foundation/chain/identity.js";
import { expectRecorded } from "../../recorded.js";

const ADDRESS = "0x3333333333333333333333333333333333333333";

/** Sections keyed by release. */
type Keyed = Readonly<Partial<Record<"base" | "dao", Readonly<Record<string, unknown>>>>>;

const MAINNET: ChainIdentity = {
  name: "mainnet",
  chainId: 1,
  genesis: `0x${"33".repeat(32)}`,
  inProcess: false,
};
const PRIVATE: ChainIdentity = { ...MAINNET, name: "private", chainId: 1512051714758 };

const KEYED = {
  mainnet: {
    base: {
      "0.0.1-rc.40": { GEN: "0x01", DaoCreator: "0x02" },
      "0.0.1-rc.57": { GEN: "0x03", DaoCreator: "0x04", DAORegistry: "0x05" },
    },
    dao: {
      "0.0.1-rc.57": {
        name: "A DAO",
        Avatar: "0x06",
        DAOToken: "0x07",
        Reputation: "0x08",
        Controller: "0x09",
        Schemes: [{ name: "Wallet", address: "0x10", arcVersion: "0.0.1-rc.57" }],
        StandAloneContracts: [],
        arcVersion: "0.0.1-rc.57",
      },
    },
  },
  kovan: { base: {} },
};

const FLAT = {
  private: {
    base: { DAOToken: "0x01", DaoCreator: "0x02" },
    dao: { name: "Genesis Test", Avatar: "0x03", NativeToken: "0x04", NativeReputation: "0x05" },
    test: {
      name: "Demo",
      Avatar: "0x06",
      NativeToken: "0x07",
      NativeReputation: "0x08",
      proposalId: "0x09",
    },
  },
};

async function openFile(folder: string, content: object, chain: ChainIdentity, version: string) {
  const path = join(folder, "migration.json");
  await writeFile(path, JSON.stringify(content));
  return await ResultFile.open(path, chain, version);
}

describe("a predecessor's result file", () => {
  it("of five networks and all their releases is read, added to and read again, with nothing lost", async (folder) => {
    const names = ["mainnet", "rinkeby", "kovan", "sokol", "xdai"];
    const texts = names.map(
      async (name) => await readFile(`src/foundation/result/deployments/${name}.json`, "utf8"),
    );
    const tables = (await Promise.all(texts)).map((text) => JSON.parse(text) as Keyed);
    const content = Object.fromEntries(names.map((name, index) => [name, tables[index]!]));
    const first = await openFile(folder, content, PRIVATE, "0.0.1-rc.57");
    const base = { arcVersion: "0.0.1-rc.57", DAOToken: ADDRESS } as unknown as BaseResult;
    await first.add({ base });
    // The next run reads what this one wrote.
    const second = await ResultFile.open(first.path, PRIVATE, "0.0.1-rc.40");
    const { result } = await second.add({ base: { ...base, arcVersion: "0.0.1-rc.40" } }, {});
    await ResultFile.open(first.path, PRIVATE);
    let sections = 0;
    for (const [network, table] of Object.entries(content)) {
      for (const name of ["base", "dao"] as const) {
        for (const release of Object.keys(table[name] ?? {})) {
          const kept = (result.others ?? []).filter(
            (entry) => entry.network === network && entry[name]?.arcVersion === release,
          );
          expect(kept, `${network} ${name} ${release}`).to.have.length(1);
          sections++;
        }
      }
    }
    expect(sections).to.be.above(100);
  });

  it("keyed by network and release: GEN is the staking token, DAOToken the DAO's own", async (folder) => {
    const { sections } = await openFile(folder, KEYED, MAINNET, "0.0.1-rc.57");
    expectRecorded(sections.base);
    expectRecorded(sections.dao);
    expect(sections.dao).to.not.have.any.keys("DAOToken", "Reputation");
  });

  it("returns only the sections of the requested release", async (folder) => {
    const old = await openFile(folder, KEYED, MAINNET, "0.0.1-rc.40");
    expect(old.sections.base?.DAOToken).to.equal("0x01");
    expect(old.sections).to.not.have.property("dao");
    const none = await openFile(folder, KEYED, PRIVATE, "0.0.1-rc.57");
    expect(none.sections).to.deep.equal({});
  });

  for (const [name, content] of [
    ["with a network around the sections", FLAT],
    ["with the sections alone", FLAT.private],
  ] as const) {
    it(`flat, ${name}`, async (folder) => {
      const { sections } = await openFile(folder, content, PRIVATE, "0.0.0-alpha.58");
      expect(sections.base).to.deep.equal({ ...FLAT.private.base, arcVersion: "0.0.0-alpha.58" });
      expect(sections.dao).to.deep.include(FLAT.private.dao);
      expect(sections.test).to.deep.include({ ...FLAT.private.test, queuedProposalId: "0x09" });
    });
  }

  it("is kept beside ours, with all its networks, when ours takes its place", async (folder) => {
    const file = await openFile(folder, KEYED, MAINNET, "0.0.1-rc.57");
    const { result } = await file.add({});
    expect(result.base?.DAOToken).to.equal("0x03");
    expect(await readdir(folder)).to.have.members(["migration.json", "migration.json.predecessor"]);
    const kept: unknown = JSON.parse(
      await readFile(join(folder, "migration.json.predecessor"), "utf8"),
    );
    expect(kept).to.deep.equal(KEYED);
  });

  it("is taken apart into an entry for each network and release, without private chains", async (folder) => {
    const content = { ...KEYED, ...FLAT, gnosis: { base: KEYED.mainnet.base } };
    const { add, path } = await openFile(folder, content, MAINNET, "0.0.1-rc.57").then((file) => ({
      add: async () => await file.add({}),
      path: file.path,
    }));
    const { result, predecessor } = await add();
    expect(predecessor).to.equal(`${path}.predecessor`);
    expect(result.dao?.name).to.equal("A DAO");
    const others = (result.others ?? []).map(({ network, chainId, base }) => [
      network,
      chainId,
      base?.arcVersion,
    ]);
    expectRecorded(others);
  });

  it("has lists of schemes as objects up to rc.22, and the names of our format later", () => {
    const asked = { network: "mainnet", arcVersion: "0.0.1-rc.57" } as const;
    const entry = {
      Avatar: ADDRESS,
      NativeReputation: "0x08",
      Schemes: { GenericScheme: "0x01", UpgradeScheme: { address: "0x02" } },
      StandAloneContracts: null,
    };
    const content = { dao: { "0.0.1-rc.22": entry, migratedAt: "2019" } };
    expectRecorded(legacyEntries(content, "x.json", asked).map(({ dao }) => dao));
  });

  it("may have networks without sections, and Ropsten, which is gone", () => {
    const asked = { network: "mainnet", arcVersion: "0.0.1-rc.57" } as const;
    const content = { mainnet: null, kovan: 7, ropsten: { base: KEYED.mainnet.base } };
    const found = legacyEntries(content, "x.json", asked);
    expectRecorded(found.map(({ network, chainId }) => [network, chainId]));
    expect(() => legacyEntries({}, "x.json", asked)).to.throw(/^x\.json is not .* but nothing\./);
  });
});
