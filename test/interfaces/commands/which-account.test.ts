import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "chai";
import { encryptKeystoreJson, Wallet } from "ethers";

import { MigrationError, UsageError } from "../../../src/foundation/support/errors.js";
import { openAccount, type KeyOptions } from "../../../src/interfaces/commands/which-account.js";
import type { Progress } from "../../../src/output/terminal/progress.js";
import { rejected, rejection } from "../../rejection.js";
import { inTemporaryFolder } from "../../temporary-folder.js";
import { itWith } from "../../it-with.js";
import { asked, withInput } from "../../output/terminal/pressed-keys.js";

const KEY = "0x6cbed15c793ce57650b9877cf6fa156fbef513c4e6134f022a85b1ffdd59b2a1";
const ACCOUNT = "0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0";
const PASSWORD = "correct horse ✓";
/** The format's own example, also in geth's tests; its password is "testpassword". */
const GETH = {
  address: "008aeeda4d805471df9b2a5b0f38a0c3bcba786b",
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "6087dab2f9fdbbfaddc31a909735c1e6" },
    ciphertext: "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
    kdf: "pbkdf2",
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: "hmac-sha256",
      salt: "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd",
    },
    mac: "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2",
  },
  id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
  version: 3,
};

const statuses: string[] = [];
const progress: Progress = {
  onEvent() {},
  status: (text) => statuses.push(text),
  note() {},
  end() {},
};

async function open(options: KeyOptions) {
  return await openAccount(options, progress);
}

/** Runs with a folder that holds a keystore, quick to open, and its password file. */
async function withKeystore(
  run: (file: string, passwordFile: string, folder: string) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const [file, passwordFile] = [join(folder, "key.json"), join(folder, "password")];
    const scrypt = { N: 1024, r: 8, p: 1 };
    const account = new Wallet(KEY);
    await writeFile(file, await encryptKeystoreJson(account, PASSWORD, { scrypt }));
    await writeFile(passwordFile, `${PASSWORD}\n`);
    await run(file, passwordFile, folder);
  });
}
const it = itWith(withKeystore);

describe("openAccount", () => {
  it("opens an encrypted keystore with the password from a file, and shows progress", async (keystore, passwordFile) => {
    const account = await open({ keystore, passwordFile });
    expect(account?.address).to.equal(ACCOUNT);
    expect(statuses).to.include("Opening the keystore 100%");
  });

  it("opens a keystore that geth wrote, with a password file from an editor of Windows", async (keystore, passwordFile) => {
    await writeFile(keystore, JSON.stringify(GETH));
    await writeFile(passwordFile, "\uFEFFtestpassword\r\n");
    const account = await open({ keystore, passwordFile });
    expect(account?.address.toLowerCase()).to.equal(`0x${GETH.address}`);
  });

  it("says that the password is wrong, without showing it", async (keystore, passwordFile) => {
    await writeFile(passwordFile, "wrong horse");
    const error = await rejected(open({ keystore, passwordFile }), MigrationError);
    expect(error.message).to.equal(`The password does not open the keystore ${keystore}.`);
  });

  for (const [name, content, message] of [
    ["no JSON", "a key", "is not a keystore"],
    ["JSON of something else", "{}", "is not a keystore"],
    ["a key in the clear", JSON.stringify({ privateKey: KEY }), "is not a keystore"],
    ["of an older version", JSON.stringify({ ...GETH, version: 1 }), "is not a keystore"],
    ["damaged", JSON.stringify({ ...GETH, crypto: {} }), "damaged"],
  ] as const) {
    it(`refuses a keystore that is ${name}, without showing its contents`, async (keystore, passwordFile) => {
      await writeFile(keystore, content);
      // Before anybody is asked for a password, if nothing of the key is needed to tell.
      const asked = message === "damaged" ? { passwordFile } : {};
      const error = await rejection(withInput(async () => await open({ keystore, ...asked })));
      expect(error).to.be.instanceOf(MigrationError);
      expect(error.message).to.include(keystore).and.include(message);
      expect(error.message).to.not.include(KEY.slice(2, 12));
    });
  }

  it("names a missing file", async (keystore, passwordFile, folder) => {
    const none = join(folder, "none");
    for (const [options, what] of [
      [
        { keystore: none, passwordFile },
        `The keystore ${none} cannot be read: there is no such file.`,
      ],
      [
        { keystore, passwordFile: none },
        `The password file ${none} cannot be read: there is no such file.`,
      ],
    ] as const) {
      expect((await rejection(open(options))).message).to.equal(what);
    }
  });

  it("refuses two accounts, and a password without a keystore", async () => {
    for (const options of [
      { keystore: "key.json", privateKey: KEY },
      { keystore: "key.json", mnemonic: "myth like bonus" },
      { privateKey: KEY, mnemonic: "myth like bonus" },
      { passwordFile: "password" },
    ]) {
      const error = await rejected(open(options), UsageError, /Give only one|without a keystore/);
      expect(error.message).to.not.include(KEY.slice(2, 12)).and.not.include("myth");
    }
  });

  it("asks for the password at a terminal, and requires a file with it without one", async (keystore) => {
    const run = await asked(`${PASSWORD}\r`, async () => await open({ keystore }));
    expect(run.result?.address).to.equal(ACCOUNT);
    expect(run.stderr).to.equal(`Password of ${keystore}: \n`);
    const error = await rejection(withInput(async () => await open({ keystore })));
    expect(error.message).to.include("--password-file");
  });

  it("accepts a key or a mnemonic, and returns nothing if none is given", async () => {
    expect((await open({ privateKey: KEY }))?.address).to.equal(ACCOUNT);
    expect(await open({})).to.equal(undefined);
  });
});
