import { expect } from "chai";
import { HDNodeWallet, Mnemonic, randomBytes, type Wallet } from "ethers";

import { accountOf } from "../../../src/foundation/chain/private-keys.js";
import { MigrationError } from "../../../src/foundation/support/errors.js";

/** Publicly known: the first of ganache's deterministic accounts. */
const KEY = "4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d";
const ADDRESS = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
const MNEMONIC = "myth like bonus scare over problem client lizard pioneer submit female collect";

function refusal(source: Parameters<typeof accountOf>[0]): string {
  try {
    accountOf(source);
  } catch (error) {
    expect(error).to.be.instanceOf(MigrationError);
    // Message, stack and cause must not contain the secret.
    expect((error as Error).cause).to.equal(undefined);
    return `${(error as Error).message}\n${(error as Error).stack ?? ""}`;
  }
  throw new Error("It was expected to be refused.");
}

describe("accountOf", () => {
  it("accepts a private key with and without 0x, in any case, surrounded by whitespace", () => {
    for (const privateKey of [KEY, `0x${KEY}`, `0X${KEY.toUpperCase()}`, `  ${KEY}\n`]) {
      expect(accountOf({ privateKey })?.address).to.equal(ADDRESS);
    }
  });

  it("uses the first account of a mnemonic, in any case, with any whitespace", () => {
    for (const mnemonic of [
      MNEMONIC,
      MNEMONIC.toUpperCase(),
      ` ${MNEMONIC.replaceAll(" ", "  \n")} `,
    ]) {
      const account = accountOf({ mnemonic });
      expect(account?.address).to.equal(ADDRESS);
      expect((account as Wallet).privateKey).to.equal(`0x${KEY}`);
    }
  });

  it("accepts mnemonics of 24 words", () => {
    const long = Mnemonic.fromEntropy(randomBytes(32));
    expect(accountOf({ mnemonic: long.phrase })?.address).to.equal(
      HDNodeWallet.fromMnemonic(long).address,
    );
  });

  it("returns no account if nothing is given", () => {
    expect(accountOf({})).to.equal(undefined);
  });

  it("refuses what is no private key, or none of the curve, without showing it", () => {
    const hex = [KEY.slice(1), `${KEY}00`, "", "0".repeat(64), "f".repeat(64)];
    for (const privateKey of [...hex, KEY.replace("4f3e", "zz3e")]) {
      const text = refusal({ privateKey });
      expect(text).to.match(new RegExp(`key of ${privateKey.length} characters is not valid`));
      if (privateKey !== "") expect(text).to.not.include(privateKey.slice(4, 24));
    }
  });

  it("refuses a mnemonic with a word too few, a wrong word or checksum, or none, without showing it", () => {
    const wrong = MNEMONIC.replace("lizard", "lizzard");
    for (const mnemonic of [MNEMONIC.slice(5), wrong, MNEMONIC.replace("collect", "myth"), "  "]) {
      expect(refusal({ mnemonic })).to.match(
        /is not valid(?![^]*(bonus|lizz?ard|problem|pioneer))/,
      );
    }
  });
});
