import { expect } from "chai";

import { block, line, paragraph, untrusted, value } from "../../../src/output/document/document.js";
import { toMarkdown } from "../../../src/output/document/to-markdown.js";
import { expectGolden } from "../../golden.js";
import { HOSTILE, SAMPLE } from "./sample.js";

describe("toMarkdown", () => {
  it("draws every kind of part and piece", () => {
    expectGolden(import.meta.dirname, "sample.md", toMarkdown(SAMPLE));
  });

  it("leaves nothing in strangers' text for Markdown or HTML to interpret", () => {
    for (const [name, text] of Object.entries(HOSTILE)) {
      const shown = toMarkdown(block(untrusted(text), line(value(text)), line({ notRead: text })));
      expect(shown.split("\n"), name).to.have.length(4);
      expect(shown.replace(/^## |^- |&#\d+;/gm, ""), name).not.to.match(
        /[\\`*_{}[\]<>#|~$@]|:\/\//,
      );
      expect(shown.length, name).to.be.below(10_000);
    }
  });

  it("mentions and links nothing that a stranger names, where escapes are resolved first", () => {
    const shown = toMarkdown(paragraph({ sentence: "@you see #1 at www.a.b or https://a.b" }));
    const seen = shown.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(seen).to.not.match(/@\w|#\d|www\.|:\/\//);
  });

  it("draws more blocks and items than a call takes arguments", () => {
    const lines = Array.from({ length: 150_000 }, (_, index) => line(String(index)));
    const items = toMarkdown([{ facts: lines.map(({ text }) => ["", text]) }, block("all", lines)]);
    expect(items.split("\n")).to.have.length(300_003);
    const blocks = lines.map(({ text }) => block(text));
    expect(toMarkdown(block("all", blocks)).split("\n\n")).to.have.length(150_001);
  });

  it("shows as code only what cannot end a code span", () => {
    expect(toMarkdown(paragraph({ code: "a`b" }))).to.equal("a&#96;b");
    expect(toMarkdown(paragraph({ address: "0x1`<b>" }))).to.equal("0x1&#96;&#60;b&#62;");
  });

  it("escapes what would interpret our own words", () => {
    expect(toMarkdown(paragraph("a * b < c (d)!"))).to.equal("a &#42; b &#60; c (d)!");
  });
});
