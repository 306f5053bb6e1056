import { expect } from "chai";

import { block, line, phrase, untrusted, value } from "../../../src/output/document/document.js";
import { inlineToTerminal, toTerminal } from "../../../src/output/document/to-terminal.js";
import { expectGolden } from "../../golden.js";
import { HOSTILE, SAMPLE, UNPRINTABLE } from "./sample.js";

describe("toTerminal", () => {
  it("draws every kind of part and piece", () => {
    expectGolden(import.meta.dirname, "sample.txt", toTerminal(SAMPLE));
  });

  it("keeps strangers' text on its line, short, and without control characters", () => {
    for (const [name, text] of Object.entries(HOSTILE)) {
      const shown = toTerminal(
        block(untrusted(text, { quoted: true }), line(value(text)), line({ notRead: text })),
      );
      expect(shown.split("\n"), name).to.have.length(3);
      expect(shown, name).not.to.match(UNPRINTABLE);
      expect(shown.length, name).to.be.below(2000);
    }
  });

  it("draws more lines and rows than a call takes arguments", () => {
    const rows = Array.from({ length: 150_000 }, (_, index) => [index]);
    const table = { caption: "rows", rows };
    const lines = rows.map(([index]) => line(String(index)));
    const shown = toTerminal(block("all", block("lines", lines), table)).split("\n");
    expect(shown).to.have.length(300_003);
    expect([shown[2], shown.at(-1)]).to.deep.equal(["    0", "  149999"]);
  });

  it("keeps even what was taken for our own words on its line", () => {
    expect(inlineToTerminal(phrase`name ${"a\n! b\u001b[2J"}`)).to.equal("name a ! b\\x1b[2J");
  });
});
