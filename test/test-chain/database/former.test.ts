import { expect } from "chai";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { TestChain } from "../../../fixtures/test-chain.js";
import { lock } from "../../../src/support/file-lock.js";
import { rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { toFormer } from "./files.js";
import { OPTIONS, withChain } from "./with-chain.js";

describe("a chain that an earlier version persisted", () => {
  it("continues, and a database replaces its file", async () => {
    await inTemporaryFolder(async (folder) => {
      const [db, former] = [join(folder, "db"), join(folder, "former")];
      const { head, snapshot } = await withChain({ db }, async (ask) => {
        const [from, to] = (await ask("eth_accounts")) as string[];
        await ask("eth_sendTransaction", { from, to, value: "0x5" });
        const snapshot = await ask("evm_snapshot");
        await ask("hardhat_mine", "0x20", "0xf");
        await ask("evm_increaseTime", 5_000);
        await ask("eth_sendTransaction", { from, to, value: "0x6" });
        return { snapshot, head: await ask("eth_getBlockByNumber", "latest", true) };
      });
      toFormer(db, former);
      const path = join(former, "requests.log");

      const use = { what: "It", holder: "an old chain", instead: "wait" };
      const release = await lock(join(former, "lock"), use);
      const held = await rejection(TestChain.provider({ ...OPTIONS, db: former }).result());
      expect(held.message).to.match(/in use by a test chain of an earlier version/);
      await release();

      const bytes = await readFile(path);
      const damaged = Buffer.from(bytes);
      damaged[bytes.length >> 1]! ^= 0x04;
      await writeFile(path, damaged);
      const error = await rejection(TestChain.provider({ ...OPTIONS, db: former }).result());
      expect(error.message).to.match(/requests\.log is damaged at line \d+/);
      expect(await readFile(path)).to.deep.equal(damaged);

      await writeFile(path, bytes);
      for (let start = 0; start < 2; start++) {
        await withChain({ db: former }, async (ask) => {
          expect(await ask("eth_getBlockByNumber", "latest", true)).to.deep.equal(head);
        });
        expect(await readdir(former)).to.deep.equal(["chain.sqlite"]);
      }
      await withChain({ db: former }, async (ask) => {
        expect(await ask("evm_revert", snapshot)).to.equal(true);
        expect(await ask("evm_snapshot")).to.equal("0x2");
      });
    });
  });

  it("keeps its file if it cannot be restored", async () => {
    await inTemporaryFolder(async (folder) => {
      const [db, former] = [join(folder, "db"), join(folder, "former")];
      await withChain({ db }, async (ask) => void (await ask("evm_mine")));
      toFormer(db, former);
      const path = join(former, "requests.log");
      const bytes = await readFile(path);
      const other = TestChain.provider({ ...OPTIONS, db: former, chainId: 5 });
      expect((await rejection(other.result())).message).to.match(
        /chainId was not set and is now 5/,
      );
      expect(await readFile(path)).to.deep.equal(bytes);
    });
  });
});
