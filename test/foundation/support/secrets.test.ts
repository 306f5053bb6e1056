import { expect } from "chai";

import { couldBeSecret, redact, typed } from "../../../src/foundation/support/secrets.js";

const KEY = "4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d";
const MNEMONIC = "myth like bonus scare over problem client lizard pioneer submit female collect";

describe("couldBeSecret", () => {
  it("is true for whole and damaged keys and mnemonics, however they are written", () => {
    for (const [name, text] of Object.entries({
      "a key": KEY,
      "a key with 0x": `0x${KEY}`,
      "a key in upper case": KEY.toUpperCase(),
      "a key that lacks a digit": KEY.slice(1),
      "a key with a digit too many": `${KEY}0`,
      "a key that lost some digits": KEY.slice(7),
      "a key behind a letter": `S0x${KEY}`,
      "a key behind a name": `pk=0x${KEY}`,
      "a key in quotes": `'${KEY}'`,
      "a mnemonic": MNEMONIC,
      "a mnemonic in capitals": MNEMONIC.toUpperCase(),
      "a mnemonic with a misspelled word": MNEMONIC.replace("lizard", "lizzard"),
      "a mnemonic with line breaks": MNEMONIC.replaceAll(" ", "\n"),
      "a mnemonic with commas": MNEMONIC.replaceAll(" ", ", "),
      "a mnemonic with hyphens": MNEMONIC.replaceAll(" ", "-"),
      "the beginning of a mnemonic": "myth like bonus",
    })) {
      expect(couldBeSecret(text), name).to.equal(true);
      expect(typed(text)).to.equal("a value that is not shown because it could be a secret");
    }
  });

  it("is false for names, and for paths and node URLs, which may have as many digits", () => {
    for (const text of [
      `/var/lib/docker/volumes/${KEY}/_data/migration.json`,
      `https://node.example/v3/${KEY}`,
      ...[
        "1.5",
        "fast",
        "rc.57",
        "0.0.1-rc.57",
        "arc-experimental",
        "migration.json",
        "my-dao.json",
      ],
      ...[
        "localhost:8545",
        "custom-abis",
        "our-own-dao",
        "our_new_result_file.json",
        "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1",
      ],
    ]) {
      expect(couldBeSecret(text), text).to.equal(false);
    }
  });
});

describe("typed", () => {
  it("repeats what cannot be a secret, printable", () => {
    expect(typed("fast")).to.equal('"fast"');
    // An address is public.
    const address = "0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1";
    expect(typed(address)).to.equal(`"${address}"`);
    expect(typed(address.slice(2))).to.match(/not shown/);
    expect(typed("\u001b[8m")).to.equal('"\\x1b[8m"');
  });

  it("does not repeat what may be part of a key or is long", () => {
    for (const text of [KEY.slice(0, 24), `/tmp/${KEY}`, "x".repeat(61)]) {
      expect(typed(text)).to.match(/not shown/);
    }
  });
});

describe("redact", () => {
  const secrets: [string, string][] = [
    ["GET https://me:hunter2@host/x failed", "GET https://***@host/x failed"],
    ["//host/:_authToken=hunter2 is wrong", "//host/:_authToken=*** is wrong"],
    ["_password = hunter2", "_password = ***"],
    ["authorization: Bearer hunter2", "authorization: Bearer ***"],
    ["https://host/x?token=hunter2&y=1", "https://host/x?token=***&y=1"],
    [`got npm_${"a1B2".repeat(9)}.`, "got ***."],
    [`GET http://host/0x${"1a2b3c4d".repeat(8)}/x`, "GET http://host/***/x"],
    [`${"AB".repeat(32)} is no key`, "*** is no key"],
    [`sha512 ${"ab".repeat(64)}`, `sha512 ${"ab".repeat(64)}`],
    ["https://host/@daostack%2farc - Not found", "https://host/@daostack%2farc - Not found"],
  ];
  it("hides what may be a secret, and nothing else", () => {
    for (const [text, clean] of secrets) expect(redact(text)).to.equal(clean);
  });

  it("removes given values, both as they are and encoded in a URL", () => {
    const words = "legal winner thank year";
    expect(redact(`a ${words}, http://host/legal%20winner%20thank%20year/`, [words])).to.equal(
      "a ***, http://host/***/",
    );
    expect(redact("nothing", [""])).to.equal("nothing");
  });
});
