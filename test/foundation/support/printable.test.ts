import { expect } from "chai";

import {
  legible,
  oneLine,
  printable,
  printableJson,
  speakable,
} from "../../../src/foundation/support/printable.js";

/** Each of these controls a terminal, or hides text in it. */
const OBEYED: Readonly<Record<string, string>> = {
  "\u0000": "\\x00",
  "\u0007": "\\x07",
  "\b": "\\x08",
  "\r": "\\x0d",
  "\u001b[8m": "\\x1b[8m",
  "\u007f": "\\x7f",
  "\u009b8m": "\\x9b8m",
  "\u00ad": "\\xad",
  "\u034f": "\\u034f",
  "\u1160": "\\u1160",
  "\u2800": "\\u2800",
  "\u3164": "\\u3164",
  "\uffa0": "\\uffa0",
  "\u200b": "\\u200b",
  "\u200f": "\\u200f",
  "\u2028": "\\u2028",
  "\u202e": "\\u202e",
  "\u2066": "\\u2066",
  "\ufeff": "\\ufeff",
  "\u{e0041}": "\\u{e0041}",
  "\u{e0101}": "\\u{e0101}",
  "\ud800": "\\ud800",
};

describe("printable", () => {
  for (const [raw, shown] of Object.entries(OBEYED)) {
    it(`shows ${shown} instead of obeying it`, () => {
      expect(printable(`a${raw}b`)).to.equal(`a${shown}b`);
    });
  }

  it("leaves line breaks, tabs and the letters of all scripts unchanged", () => {
    const text = "one\n\ttwo é ß 日本語 עברית العربية 🏛️ — …";
    expect(printable(text)).to.equal(text);
    expect(printable("one\r\ntwo")).to.equal("one\ntwo");
  });
});

describe("legible", () => {
  const stacked = `Z${"\u0336".repeat(50)}o\u0007`;

  it("limits stacked accents, which printable does not: it is for data, too", () => {
    const limited = `Z${"\u0336".repeat(4)}o`;
    expect(legible(stacked)).to.equal(`${limited}\\x07`);
    expect(printable(stacked)).to.include("\u0336".repeat(50));
    expect(oneLine(stacked)).to.equal(`${limited}\\x07`);
    expect(speakable(` ${stacked}\u202e\tb`)).to.equal(`${limited} b`);
  });
});

describe("oneLine", () => {
  it("joins lines, so that a stranger's text cannot look like a line of ours", () => {
    expect(oneLine(" reverted\n\nNetwork  mainnet\r\nSend? ")).to.equal(
      "reverted Network  mainnet Send?",
    );
  });

  it("shortens long text, and says how long it was", () => {
    expect(oneLine("x".repeat(501))).to.equal(`${"x".repeat(500)}… (501 characters)`);
    expect(oneLine("x".repeat(500))).to.equal("x".repeat(500));
    expect(oneLine("abcdef", 3)).to.equal("abc… (6 characters)");
  });
});

describe("printableJson", () => {
  it("escapes what JSON.stringify leaves, and parses to the same value", () => {
    for (const raw of Object.keys(OBEYED)) {
      const json = printableJson(JSON.stringify({ name: `a${raw}b` }));
      expect(JSON.parse(json)).to.deep.equal({ name: `a${raw}b` });
      expect(json).to.match(/^[\u0020-\u007e]*$/);
    }
  });
});
