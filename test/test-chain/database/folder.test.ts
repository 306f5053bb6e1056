import { expect } from "chai";
import { copyFile, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { TestChain } from "../../../fixtures/test-chain.js";
import { rejected, rejection } from "../../rejection.js";
import { itInFolder as it } from "../../temporary-folder.js";
import { changesOf, editChanges, editMeta, fileOf, withDatabase } from "./files.js";
import { withChain, OPTIONS } from "./with-chain.js";

describe("the folder of a persisted test chain", () => {
  it("refuses another configuration, says what differs, and stores no mnemonic", async (folder) => {
    const db = join(folder, "db");
    const mnemonic = "test test test test test test test test test test test junk";
    await withChain({ db, accounts: { mnemonic } }, async () => {});
    expect(await readFile(fileOf(db), "latin1")).not.to.contain("test test");
    const other = TestChain.provider({ ...OPTIONS, db, chainId: 5, accounts: { mnemonic } });
    expect((await rejection(other.result())).message).to.match(
      /chainId \(--chain-id\) was not set and is now 5\..*or remove .*db to start a new chain/,
    );
    const accounts = TestChain.provider({ ...OPTIONS, db });
    await rejected(accounts.result(), /accounts \([-\w, ]*--mnemonic[-\w, ]*\) was /);
  });

  it("refuses a damaged file, another program's, and one of a later version, and changes none", async (folder) => {
    const db = join(folder, "db");
    await withChain({ db }, async (ask) => void (await ask("evm_mine")));
    const whole = join(folder, "whole.sqlite");
    await copyFile(fileOf(db), whole);
    const bytes = await readFile(whole);
    const refused = async (found: RegExp, change: () => unknown): Promise<void> => {
      await copyFile(whole, fileOf(db));
      await change();
      const before = await readFile(fileOf(db));
      await rejected(TestChain.provider({ ...OPTIONS, db }).result(), found);
      expect(await readFile(fileOf(db))).to.deep.equal(before);
    };
    const edit = (sql: string) => () => withDatabase(fileOf(db), (file) => file.exec(sql));
    const write = (content: Buffer | string) => () => writeFile(fileOf(db), content);

    const flipped = Buffer.from(bytes);
    flipped[flipped.indexOf('"method":"evm_mine"') + 12]! ^= 1;
    await refused(/is damaged: the checksum of change \d+ is wrong.*from a copy/, write(flipped));
    const page = Buffer.from(bytes).fill(0x5a, 3 * 4096, 5 * 4096);
    await refused(/is damaged: /, write(page));
    await refused(/is damaged: /, write(bytes.subarray(0, 40_960)));
    await refused(/is not a database\. It was not changed/, write("important".repeat(1000)));
    await refused(
      /has format 99, and this version reads format 1/,
      edit("PRAGMA user_version = 99"),
    );
    await refused(/the database of another program/, edit("PRAGMA application_id = 7"));
    await refused(/the database of another program/, async () => {
      await writeFile(fileOf(db), "");
      edit("PRAGMA application_id = 7")();
    });
    await copyFile(whole, fileOf(db));
    await withChain({ db }, async (ask) => void (await ask("eth_chainId")));
  });

  it("reports which change differed, and which versions wrote it", async (folder) => {
    const db = join(folder, "db");
    await withChain({ db }, async (ask) => void (await ask("evm_mine")));
    editMeta(db, "start", (start: { versions: object }) => ({
      ...start,
      versions: { ...start.versions, hardhat: "3.0.0" },
    }));
    // Another version is accepted if the replayed chain is the same.
    await withChain({ db }, async (ask) => void (await ask("evm_mine")));
    const count = changesOf(db).length;
    editChanges(db, (change: { method: string; mined?: { times: number[] } }) =>
      change.method === "evm_mine"
        ? { ...change, mined: { ...change.mined, times: [change.mined!.times[0]! + 1] } }
        : change,
    );
    const error = await rejection(TestChain.provider({ ...OPTIONS, db }).result());
    expect(error.message).to.match(
      new RegExp(
        `chain\\.sqlite, which was started by hardhat 3\\.0\\.0 \\(now \\S+\\), cannot be restored: ` +
          `after change ${count - 1} \\(evm_mine\\) block \\d+ is 0x.* instead of 0x`,
      ),
    );
  });

  it("reports which of the changes that are sent together failed", async (folder) => {
    const db = join(folder, "db");
    await withChain({ db }, async () => {});
    let sent = 0;
    editChanges(db, (change: { method: string; params: [object] }) =>
      change.method === "eth_sendTransaction" && ++sent === 5
        ? { ...change, params: [{ ...change.params[0], gas: "0x1" }] }
        : change,
    );
    const error = await rejection(TestChain.provider({ ...OPTIONS, db }).result());
    expect(error.message).to.match(/change 5 \(eth_sendTransaction\) it failed \(.*gas/);
  });

  it("starts again after a kill during the migration", async (folder) => {
    const db = join(folder, "db");
    await withChain({ db }, async () => {});
    withDatabase(fileOf(db), (file) =>
      // Everything is committed at once when the migration is done.
      file.exec("DELETE FROM meta; DELETE FROM changes"),
    );
    await withChain({ db }, async (ask, chain) => {
      const { dao } = await chain.result();
      expect(await ask("eth_getCode", dao!.Avatar, "latest")).to.have.length.above(100);
    });
  });

  it("refuses a folder that is in use, or that is not a database folder", async (folder) => {
    const db = join(folder, "db");
    await withChain({ db }, async (ask) => {
      const error = await rejection(TestChain.provider({ ...OPTIONS, db }).result());
      expect(error.message).to.equal(
        `The database folder ${db} is in use by another test chain, which holds the lock ${fileOf(db)}.lock. ` +
          "Wait until it ends, or pass another folder with --db.",
      );
      expect(await ask("eth_chainId")).to.equal("0x7a69");
    });
    const other = join(folder, "other");
    await mkdir(other);
    await writeFile(join(other, "thesis.txt"), "important");
    const error = await rejection(TestChain.provider({ ...OPTIONS, db: other }).result());
    expect(error.message).to.match(/not a database folder: it contains thesis\.txt/);
    expect(await readFile(join(other, "thesis.txt"), "utf8")).to.equal("important");
    const linked = join(folder, "linked");
    await mkdir(linked);
    await symlink(join(other, "thesis.txt"), fileOf(linked));
    const link = TestChain.provider({ ...OPTIONS, db: linked });
    expect((await rejection(link.result())).message).to.match(/is a symbolic link/);
    if (process.platform === "linux") {
      const none = TestChain.provider({ ...OPTIONS, db: "/proc/none/db" });
      expect((await rejection(none.result())).message).to.match(/none\/db cannot be used: /);
    }
    const file = TestChain.provider({ ...OPTIONS, db: join(other, "thesis.txt") });
    await rejected(file.result(), /cannot be used: .*Pass another folder/s);
  });
});
