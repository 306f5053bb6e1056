import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { id, Wallet } from "ethers";

import {
  DaoMigration,
  MigrationError,
  type DaoMigrationOptions,
  type MigrationPreview,
} from "../../../src/index.js";
import { withProxy } from "../../live/faulty-proxy.js";
import { openNode } from "../cli/node.js";
import { rejected, rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { useOpenedEach } from "../../use-opened.js";
import { closing } from "../../closing.js";

describe("DaoMigration", () => {
  const node = useOpenedEach(openNode);

  function options(folder: string, more: DaoMigrationOptions = {}): DaoMigrationOptions {
    return { provider: node.url, output: join(folder, "migration.json"), ...more };
  }

  it("migrates base, DAO and demo test, and reports each step", async (folder) => {
    const steps: string[] = [];
    const result = await DaoMigration.migrate(
      options(folder, { onStep: ({ step }) => steps.push(step) }),
    );
    expect(result).to.include.keys("base", "dao", "test");
    expect(new Set(steps).size).to.equal(steps.length);
    expect(steps).to.include.members(["base/DaoCreator", "dao/setSchemes", "test/setSchemes"]);
    const written: unknown = JSON.parse(await readFile(join(folder, "migration.json"), "utf8"));
    expect(written).to.deep.equal(result);
    expect(await readdir(folder)).to.deep.equal(["migration.json"]);
  });

  it("rejects as a listener does that is asynchronous, once everything is done", async (folder) => {
    const onStep = async () => await Promise.reject(new Error("my disk is full"));
    await rejected(DaoMigration.migrateBase(options(folder, { onStep })), "my disk is full");
    expect(await readdir(folder)).to.deep.equal(["migration.json"]);
  });

  it("migrates section by section on what the result file holds, and another DAO with restart", async (folder) => {
    const { base } = await DaoMigration.migrateBase(options(folder));
    const params = {
      default: {
        orgName: "From an object",
        founders: [{ address: "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1", reputation: 1 }],
        schemes: {},
        useDaoCreator: true,
      },
      private: { orgName: "The private one" },
    };
    const dao = await DaoMigration.migrateDAO(options(folder, { params }));
    expect(dao).to.include.keys("dao").and.not.include.keys("base");
    expect(dao.dao?.name).to.equal("The private one");
    const test = await DaoMigration.migrateDemoTest(options(folder));
    expect(test.test?.proposalId).to.match(/^0x[0-9a-f]{64}$/);
    const found = await DaoMigration.migration("private", options(folder));
    expect(found).to.deep.include({ base, dao: dao.dao });
    const another = await DaoMigration.migrateDAO(options(folder, { params, restart: true }));
    expect(another.dao?.Avatar).to.not.equal(dao.dao?.Avatar);
    const latest = await DaoMigration.migration("private", options(folder));
    expect(latest).to.deep.include({ base, dao: another.dao });
  });

  it("sends nothing unless confirm says yes, asks nothing with force, and prefers the key to the mnemonic", async (folder) => {
    const previews: MigrationPreview[] = [];
    const confirm = async (preview: MigrationPreview) => {
      previews.push(preview);
      return false;
    };
    await rejected(DaoMigration.migrateBase(options(folder, { confirm })), MigrationError);
    expect(previews[0]?.steps).to.have.lengthOf(29);
    expect(await node.sent()).to.equal(0);
    expect(await readdir(folder)).to.deep.equal([]);
    const wallet = new Wallet(id("a key of our own"));
    await node.request("hardhat_setBalance", [wallet.address, "0x8ac7230489e80000"]);
    const keys = { privateKey: wallet.privateKey, mnemonic: `${"test ".repeat(11)}junk` };
    await DaoMigration.migrateBase(options(folder, { confirm, force: true, ...keys }));
    expect(previews).to.have.lengthOf(1);
    expect(await node.sent(wallet.address)).to.equal(29);
  });

  it("stops on a signal, keeps what was sent, and continues from there", async (folder) => {
    const interruption = new AbortController();
    // The first of several batches is sent then.
    const stop = ({ method }: { readonly method: string }) => {
      if (method === "eth_sendRawTransaction") interruption.abort();
      return undefined;
    };
    const error = await withProxy(node.url, stop, async (provider) => {
      const stopping = options(folder, { provider, signal: interruption.signal });
      return await rejection(DaoMigration.migrateBase(stopping));
    });
    expect(error.name).to.equal("InterruptionError");
    expect(await readdir(folder)).to.deep.equal(["migration.json.journal"]);
    const sent = await node.sent();
    expect(sent).to.be.above(0).and.below(29);

    const notes: string[] = [];
    await DaoMigration.migrateBase(options(folder, { onNote: (note) => notes.push(note) }));
    expect(notes.join()).to.include(`${sent} steps have been signed`);
    // As many as without an interruption: nothing was deployed twice.
    expect(await node.sent()).to.equal(29);
  });

  it("answers from the known deployments if the file has nothing for a network", async (folder) => {
    const output = join(folder, "migration.json");
    const known = await DaoMigration.migration("mainnet", { output });
    expect(known).to.deep.include({ network: "mainnet", chainId: 1 });
    expect(known.base?.DaoCreator).to.equal("0x16D0132814b4D427381c96Cf1F4741A32315f31B");
    const [arcVersion, DAOToken] = ["0.0.1-rc.40", `0x${"12".repeat(20)}`];
    await writeFile(
      output,
      JSON.stringify({ network: "xdai", chainId: 100, base: { arcVersion, DAOToken } }),
    );
    for (const name of ["xdai", "gnosis", "100"]) {
      expect((await DaoMigration.migration(name, { output })).base?.DAOToken).to.equal(DAOToken);
    }
    const latest = await DaoMigration.migration("xdai", { output, arcVersion: "rc.57" });
    expect(latest.base?.arcVersion).to.equal("0.0.1-rc.57");
    await rejected(DaoMigration.migration("nonet", { output }), 'Unknown network "nonet"');
    expect((await DaoMigration.migration("mainnet", { output })).base).to.deep.equal(known.base);
    await rejected(DaoMigration.migration("arbitrum", { output }), /on arbitrum is known/);
  });

  it("knows what every test chain contains, without a file", async (folder) => {
    const output = join(folder, "migration.json");
    for (const arcVersion of [undefined, "rc.40"]) {
      const found = await DaoMigration.migration("private", { output, arcVersion });
      await using chain = closing(
        await DaoMigration.TestChain.provider({ arcVersion, projectRoot: folder }),
      );
      const { base, dao, test } = await chain.result();
      expect(found).to.deep.equal({ network: "private", chainId: 31337, base, dao, test });
    }
    expect(await readdir(folder)).to.deep.equal([]);
  });
});
