import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { encryptKeystoreJson, Wallet } from "ethers";

import { itInFolder as it } from "../../temporary-folder.js";
import { inTerminal } from "./in-terminal.js";
import { openNode } from "./node.js";
import { useOpenedEach } from "../../use-opened.js";

const CTRL_C = "\u0003";
const KEY = "0x6cbed15c793ce57650b9877cf6fa156fbef513c4e6134f022a85b1ffdd59b2a1";
const ACCOUNT = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
const PASSWORD = "correct horse";

describe("dao-migrate in a terminal", () => {
  const node = useOpenedEach(openNode);

  // The account of an earlier test would have sent these steps before.

  it("shows progress, asks, and sends after a yes", async (folder) => {
    const { shown, code } = await inTerminal(
      ["base", "-p", node.url],
      { cwd: folder },
      async (terminal) => {
        await terminal.shows(/[|/\\-] +\d+\.\d s {2}\w.*rehears/i);
        await terminal.shows(/\(y\/N\)/);
        expect(await node.sent()).to.equal(0);
        terminal.type("y\r");
        await terminal.shows(/\[#+\.*\] +\d+\/\d+/);
      },
    );
    expect(code, shown).to.equal(0);
    expect(shown).to.match(/Wrote migration\.json/);
    expect(await node.sent()).to.be.above(20);
  });

  it("shows what it asks about, even with --quiet", async (folder) => {
    const args = ["base", "-q", "-p", node.url];
    const { shown, code } = await inTerminal(args, { cwd: folder }, async (terminal) => {
      await terminal.shows(/Account[^]*\(y\/N\)/);
      terminal.type("n\r");
    });
    expect(code, shown).to.equal(1);
  });

  it("takes Ctrl-C at the question with 130, and leaves nothing behind", async (folder) => {
    const sent = await node.sent();
    const args = ["base", "-p", node.url];
    const { shown, code } = await inTerminal(args, { cwd: folder }, async (terminal) => {
      await terminal.shows(/\(y\/N\)/);
      terminal.type(CTRL_C);
    });
    expect(code, shown).to.equal(130);
    expect(shown)
      .to.match(/Interrupted\. .*nothing to resume/)
      .and.not.match(/\n\s+at /);
    expect(await node.sent()).to.equal(sent);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it("asks for a keystore's password without showing it", async (folder) => {
    const scrypt = { N: 1024, r: 8, p: 1 };
    const json = await encryptKeystoreJson(new Wallet(KEY), PASSWORD, { scrypt });
    await writeFile(join(folder, "key.json"), json);
    const { shown, code } = await inTerminal(
      ["base", "-d", "-p", node.url, "--output", "other.json"],
      { cwd: folder, env: { DAO_MIGRATE_KEYSTORE: "key.json" } },
      async (terminal) => {
        await terminal.shows(/Password of key\.json: /);
        terminal.type(`${PASSWORD}\r`);
      },
    );
    expect(code, shown).to.equal(0);
    expect(shown).to.not.include(PASSWORD).and.not.include(PASSWORD.slice(0, 7));
    expect(await node.sent(ACCOUNT)).to.be.above(20);
  });
});
